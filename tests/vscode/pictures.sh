#!/usr/bin/env bash
# Puts the pictures that run.sh has made into the extension's README. Usage: run.sh compare explore && pictures.sh
#   OUT  where run.sh has put them (default: build/vscode)
set -euo pipefail
REPOSITORY=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)
OUT=${OUT:-$REPOSITORY/build/vscode}
PICTURES=$REPOSITORY/client-vscode/media/pictures
mkdir -p "$PICTURES"
for name in hints hover compare explore; do
  cp "$OUT/picture-$name.png" "$PICTURES/$name.png"
done
du -ch "$PICTURES"/*.png
