# ./check --fast: what a change is likely to break, within a minute. POSIX sh, sourced by check, whose `step`,
# `scratch` and `beside` it takes. Unlike the whole check it keeps what tools remember (types, imports, style, the
# migrated database, compiled kernels, how long tests take) in folders git ignores, so that the first run takes some
# minutes more; and it promises nothing: what it leaves out it names.

# Begin the tests that are near, on SQLite alone, two at a time, nearest first. Failures are told as they happen.
begin_nearby() {
    seconds=${FAST_SECONDS:-40}
    {
        # Two workers; what a guess made too small ends with the time.
        .venv/bin/python -m tests.selection --seconds $((seconds * 2)) >"$scratch/selection" || exit 1
        if [ ! -s "$scratch/selection" ]; then
            echo "No test is near what has been touched."
            exit 0
        fi
        # shellcheck disable=SC2046
        exec .venv/bin/python -m pytest -q -p no:cacheprovider -p tests.selection.early \
            --early /dev/fd/3 --end-after "$seconds" -n 2 --dist loadgroup --no-header --tb=short --maxfail=10 \
            -m "not browser and not long and not postgresql and not redis and not release" $(cat "$scratch/selection")
    } 3>&2 >"$scratch/beside" 2>&1 &
    beside=$!
}

# Wait for these tests and show their report.
meet_nearby() {
    meet nearby
    code=$?
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
    # Tests wait for the tables, and say why where there can be none.
    DJANGO_SETTINGS_MODULE=federation.settings .venv/bin/python -m tests.selection.tables >/dev/null 2>&1 &
    tables=$!
    begin_nearby
    step "ruff check" .venv/bin/python -m ruff check --quiet .
    step "ruff format" .venv/bin/python -m ruff format --check --quiet .
    step "import rules" fast_imports
    step "mypy" .venv/bin/python -m mypy --no-error-summary federation tournaments ratings tests
    step "tests nearby" meet_nearby
    wait "$tables"
}
