#!/usr/bin/env bash
# Installs real VS Codes (code-server), the nodes they run on, a headless browser and its driver, from npm and Debian alone.
# Each tool has a folder of its own, named by its version, and counts as there once `complete` lies in it.
# Usage: setup.sh ROOT   (a folder outside the checkout; about 1.6 GB)
set -euo pipefail
ROOT=${1:?the folder to install into}
# shellcheck source=versions.sh
source "$(dirname "${BASH_SOURCE[0]}")/versions.sh"
# Registries that do not answer are asked again.
export npm_config_fetch_retries=10
APT=(apt-get -o Acquire::Retries=10 -qq)
NPM=(npm install --no-audit --no-fund --loglevel=error --ignore-scripts)

fresh() { # FOLDER: an empty folder for a tool that is not there yet; fails where it is
  [ ! -e "$1/complete" ] || return 1
  echo "== installing $(basename "$1")"
  rm -rf "$1"; mkdir -p "$1"; echo '{"private": true}' > "$1/package.json"
}

debian() { # COMMAND PACKAGE...: what npm does not have
  command -v "$1" >/dev/null && return
  [ "$(id -u)" = 0 ] || { echo "setup.sh: $1 is missing; install the packages: ${*:2}" >&2; exit 1; }
  echo "== installing ${*:2}"
  "${APT[@]}" update
  DEBIAN_FRONTEND=noninteractive "${APT[@]}" install -y --no-install-recommends "${@:2}" >/dev/null
}

npm_package() { # FOLDER PACKAGE@VERSION
  fresh "$1" || return 0
  (cd "$1" && "${NPM[@]}" "$2")
  touch "$1/complete"
}

install_code_server() ( # VERSION NODE_VERSION NATIVE_MODULE...
  fresh "$ROOT/code-server-$1" || exit 0
  # The headers that native modules need come with the node package, so that node-gyp downloads none.
  npm_config_nodedir=$(node_home "$2")
  export npm_config_nodedir PATH=$npm_config_nodedir/bin:$PATH npm_config_build_from_source=true
  cd "$ROOT/code-server-$1"
  "${NPM[@]}" "code-server@$1"
  npm rebuild --loglevel=error argon2
  # Its own post-install step, less what only interactive use needs. The versions are in its shrinkwrap files.
  cd node_modules/code-server/lib/vscode
  "${NPM[@]}" --omit=dev --legacy-peer-deps
  (cd extensions && "${NPM[@]}" --omit=dev)
  npm rebuild --loglevel=error "${@:3}"
  touch "$ROOT/code-server-$1/complete"
)

debian chromium chromium fonts-dejavu-core
debian g++ build-essential
debian setsid util-linux
debian git git
npm_package "$ROOT/node-$NEWEST_NODE_VERSION" "node-linux-$NODE_ARCH@$NEWEST_NODE_VERSION"
npm_package "$ROOT/node-$OLDEST_NODE_VERSION" "node-linux-$NODE_ARCH@$OLDEST_NODE_VERSION"
npm_package "$PLAYWRIGHT_DIR" "playwright-core@$PLAYWRIGHT_VERSION"
install_code_server "$NEWEST_VERSION" "$NEWEST_NODE_VERSION" @vscode/spdlog @vscode/native-watchdog
install_code_server "$OLDEST_VERSION" "$OLDEST_NODE_VERSION" @vscode/spdlog native-watchdog
