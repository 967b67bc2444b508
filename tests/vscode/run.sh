#!/usr/bin/env bash
# The extension in a real VS Code (code-server), driven in a headless browser and from inside the extension host.
#   PERFCAST_PYTHON    the Python with perfcast that runs the server (default: python3 on PATH)
#   PERFCAST_MODEL     a model bundle in place of the packaged one
#   PERFCAST_E2E_ROOT  where the tools are kept between runs (default: perfcast-e2e in the user's cache folder)
#   OUT                screenshots and logs (default: build/vscode)
# Usage: run.sh [PART...], parts of drive/main.mjs such as `explore` or `host`; without any, all of them.
# Ends with a line `N passed, N failed`; exit code 0 only if none failed.
set -euo pipefail
HERE=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
REPOSITORY=$(cd "$HERE/../.." && pwd)
ROOT=${PERFCAST_E2E_ROOT:-${XDG_CACHE_HOME:-$HOME/.cache}/perfcast-e2e}
OUT=${OUT:-$REPOSITORY/build/vscode}
# Not a shim, which would need variables that the editor's bare environment lacks.
PYTHON=${PERFCAST_PYTHON:-$(python3 -c 'import sys; print(sys.executable)')}
PYTHON=$(realpath --no-symlinks "$(command -v "$PYTHON")")
cd /
"$PYTHON" -P -c 'import perfcast' || { echo "run.sh: perfcast is not installed in $PYTHON" >&2; exit 2; }

mkdir -p "$ROOT" "$OUT"
rm -rf "${OUT:?}"/*
ROOT=$(cd "$ROOT" && pwd)
bash "$HERE/setup.sh" "$ROOT"

cd "$REPOSITORY/client-vscode"
[ -d node_modules ] || npm ci
npm run --silent package > "$OUT/package.log" 2>&1 || { cat "$OUT/package.log"; exit 1; }
VSIX=$REPOSITORY/client-vscode/perfcast.vsix
[ "$(stat -c %s "$VSIX")" -lt 1000000 ] || { echo "run.sh: $VSIX is larger than 1 MB" >&2; exit 1; }

# shellcheck source=versions.sh
source "$HERE/versions.sh"
CODE_SERVERS="[{\"node\": \"$NEWEST_NODE\", \"entry\": \"$NEWEST_ENTRY\"}, {\"node\": \"$OLDEST_NODE\", \"entry\": \"$OLDEST_ENTRY\"}]"
export OUT VSIX PYTHON PLAYWRIGHT_DIR CODE_SERVERS
# A process group of its own, so that nothing outlives the run.
setsid timeout --kill-after=10 1500 "$NEWEST_NODE" "$HERE/drive/main.mjs" "$@" &
GROUP=$!
trap 'kill -KILL -- "-$GROUP" 2>/dev/null || true' EXIT
wait "$GROUP"
