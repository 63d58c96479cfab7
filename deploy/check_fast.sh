# ./check --fast: what a change is likely to break, within a minute. POSIX sh, sourced by check, whose `step` and
# `scratch` it takes. Unlike the whole check it keeps what tools remember (types, imports, style, the migrated
# database, compiled kernels, how long tests take) in folders git ignores, so that the first run takes some minutes
# more; and it promises nothing: what it leaves out it names.

# Run the tests that are near: on SQLite alone, two at a time, to the end in spite of failures.
fast_tests() {
    wait "$tables"  # they are missing no more, or the tests say why
    .venv/bin/python -m tests.selection --seconds "${FAST_SECONDS:-40}" >"$scratch/selection" || return 1
    if [ ! -s "$scratch/selection" ]; then
        say "No test is near what has been touched."
        return 0
    fi
    # shellcheck disable=SC2046
    .venv/bin/python -m pytest -q -p no:cacheprovider -n 2 --dist loadgroup --no-header \
        -m "not browser and not long and not postgresql and not redis and not release" \
        -o junit_family=xunit1 --junitxml="$scratch/results.xml" $(cat "$scratch/selection")
    code=$?
    [ ! -s "$scratch/results.xml" ] || .venv/bin/python -m tests.selection --record "$scratch/results.xml"
    [ "$code" -eq 5 ] || return "$code"  # 5: all of them are left to the whole check
}

# Show what the tool of imports says only where a rule is broken.
fast_imports() {
    .venv/bin/python -c 'from importlinter.cli import lint_imports_command as lint; lint()' --no-logo \
        >"$scratch/imports" || { cat "$scratch/imports"; return 1; }
}

fast() {
    # Of this data folder only the migrated database and the kernels outlast a run.
    PALMARES_DATA=$(pwd)/.pytest_cache/fast
    export PALMARES_DATA
    mkdir -p "$PALMARES_DATA"
    rm -rf "$PALMARES_DATA"/gw* "$PALMARES_DATA/alone"
    # Any change of code makes the tables anew: a quarter of a minute, beside the types.
    DJANGO_SETTINGS_MODULE=federation.settings .venv/bin/python -c \
        'import django; django.setup(); from tests import databases; databases.migrated_file()' &
    tables=$!
    step "ruff check" .venv/bin/python -m ruff check --quiet .
    step "ruff format" .venv/bin/python -m ruff format --check --quiet .
    step "import rules" fast_imports
    step "mypy" .venv/bin/python -m mypy --no-error-summary federation tournaments ratings tests
    step "tests nearby" fast_tests
}
