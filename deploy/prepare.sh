# What ./demo and ./check share: find or install Python, make .venv, install a lock. POSIX sh, to be sourced with
# the project's root as working directory. Knows only what a bare Debian has: no make, git, curl or Python.

say() { printf '%s\n' "$*" >&2; }
die() { say "$@"; exit 1; }

# Run as root: directly, or through sudo. Asks for a password only where somebody sits and $ASK is set.
as_root() {
    if [ "$(id -u)" -eq 0 ]; then
        "$@"
    elif command -v sudo >/dev/null && { sudo -n true 2>/dev/null || { [ -n "${ASK:-}" ] && [ -t 0 ]; }; }; then
        sudo "$@"
    else
        return 1
    fi
}

# Install Debian packages; fails where that is not possible. Reads no answer and says nothing unless it fails.
apt_install() {
    command -v apt-get >/dev/null || return 1
    as_root true || return 1
    say "Installing with apt-get: $*"
    log=$(mktemp)
    if { as_root apt-get update && as_root env DEBIAN_FRONTEND=noninteractive \
        apt-get install -y --no-install-recommends "$@"; } </dev/null >"$log" 2>&1; then
        rm -f "$log"
    else
        tail -n 5 "$log" >&2
        rm -f "$log"
        return 1
    fi
}

# Print the newest Python from 3.11 that can make a complete environment (Debian's bare python3 has no ensurepip).
find_python() {
    for name in python3.14 python3.13 python3.12 python3.11 python3; do
        path=$(command -v "$name") || continue
        if "$path" -c 'import sys, venv, ensurepip; sys.exit(sys.version_info < (3, 11))' 2>/dev/null; then
            printf '%s\n' "$path"
            return 0
        fi
    done
    return 1
}

# Make .venv unless there is one that runs.
make_venv() {
    if [ -x .venv/bin/python ] && .venv/bin/python -c 'import pip' 2>/dev/null; then return 0; fi
    python=$(find_python) || { ASK=1 apt_install python3-venv ca-certificates && python=$(find_python); } ||
        die "Python 3.11 or newer with venv is missing (Debian: apt-get install python3-venv ca-certificates)."
    say "Making .venv with $("$python" --version)"
    "$python" -m venv --clear .venv || die "The environment .venv could not be made."
}

# Install the packages of a file, each checked against its hash; more options may follow.
install_from() {
    file=$1
    shift
    .venv/bin/python -m pip install --quiet --disable-pip-version-check --no-input --no-compile \
        --require-hashes -r "$file" "$@" || die "The packages of $file could not be installed."
}

# Install a lock (base or dev) unless exactly this one is installed; hashes are required.
install_lock() {
    lock=requirements/$1.txt
    stamp=.venv/$1.installed
    make_venv
    sum=$(cksum <"$lock")
    if [ "$(cat "$stamp" 2>/dev/null)" = "$sum" ]; then return 0; fi
    say "Installing $lock (downloads are checked against their hashes; a minute on a slow line) ..."
    # Bytecode is made for what is imported, when it is: compiling every module takes half of the installation.
    # What is published without a wheel is built by the tools of a lock of their own, so that hashes cover them too.
    install_from requirements/build.txt
    install_from "$lock" --use-pep517 --no-build-isolation
    printf '%s\n' "$sum" >"$stamp"
}
