# ./check --release: tools that look at packages, migrations and other versions. POSIX sh, sourced by check, whose
# `step`, `leave_out`, `scratch` and `address` (of PostgreSQL) it takes. Why each: docs/contributing.md, "Tools of a release".

# An environment of its own beside .venv, whose packages it sees: nothing of these tools comes into the suite's.
release_environment() {
    tools=$scratch/release/bin
    .venv/bin/python -m venv "$scratch/release" || return 1
    "$tools/python" -m pip install --quiet --disable-pip-version-check --no-input --no-compile \
        --require-hashes -r requirements/release.txt || return 1
    packages=$(.venv/bin/python -c 'import sysconfig; print(sysconfig.get_path("purelib"))')
    # Behind the tools' own: where both have a package it is of the same version (`-c dev.txt`).
    printf '%s\n' "$packages" >"$("$tools/python" -c 'import sysconfig; print(sysconfig.get_path("purelib"))')/suite.pth"
}

# Known faults of the packages that are installed from. Where the advisories cannot be asked nothing is said.
audit() {
    "$tools/python" -m tests.audit "$tools/pip-audit" requirements/base.txt requirements/s3.txt \
        requirements/laboratory.txt requirements/snapshots.txt
}

release_tools() {
    if ! release_environment >"$scratch/release.log" 2>&1; then
        tail -n 3 "$scratch/release.log" >&2
        leave_out "audit of packages, migrations, unused packages: requirements/release.txt cannot be installed"
    else
        step "packages asked for are those imported" "$tools/deptry" . --config deploy/deptry.toml
        # The statements are those of PostgreSQL, whose server is asked how it writes them; it is changed in nothing,
        # and the database is one that every server has.
        if [ -n "${address:-}" ]; then
            step "migrations the version before can serve beside" env DATABASE_URL="${address%/*}/postgres" \
                DJANGO_SETTINGS_MODULE=tests.migration_settings "$tools/python" manage.py lintmigrations
        else
            leave_out "linter of migrations: no PostgreSQL"
        fi
        audit
        case $? in
            0) say "ok      no known faults of packages" ;;
            3) leave_out "known faults of packages: the advisories could not be asked" ;;
            *) failed="$failed
  known faults of packages" ;;
        esac
    fi
    step "types as of other Pythons" .venv/bin/python -m tests.pythons types
    if .venv/bin/python -m pip download --quiet --no-deps --dest "$scratch/tmp" -r requirements/build.txt >/dev/null 2>&1; then
        step "locks of other Pythons" .venv/bin/python -m tests.pythons locks
    else
        leave_out "locks of other Pythons: no package index"
    fi
    if [ "$(id -u)" -ne 0 ] || ! command -v debootstrap >/dev/null || ! command -v systemd-nspawn >/dev/null; then
        leave_out "Python of Debian trixie, the next Django: no debootstrap and systemd-nspawn, or not root"
    else
        step "Python of Debian trixie" .venv/bin/python -m tests.pythons tree --folder "$scratch/trees"
        step "the next Django" .venv/bin/python -m tests.pythons django --folder "$scratch/trees"
    fi
}
