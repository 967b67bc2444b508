# Sourced with ROOT set: what is installed there, and where.
case $(uname -m) in x86_64) NODE_ARCH=x64 ;; aarch64) NODE_ARCH=arm64 ;; *) echo "no node for $(uname -m)" >&2; exit 1 ;; esac
PLAYWRIGHT_VERSION=1.65.1
# The VS Code of a code-server is the same number with 1 in place of 4. Each runs on the node that it was made for.
NEWEST_VERSION=4.139.1 NEWEST_NODE_VERSION=24.21.0
OLDEST_VERSION=4.93.1 OLDEST_NODE_VERSION=20.20.2

node_home() { echo "$ROOT/node-$1/node_modules/node-linux-$NODE_ARCH"; }
NEWEST_NODE=$(node_home "$NEWEST_NODE_VERSION")/bin/node
OLDEST_NODE=$(node_home "$OLDEST_NODE_VERSION")/bin/node
PLAYWRIGHT_DIR=$ROOT/playwright-core-$PLAYWRIGHT_VERSION
code_server() { echo "$ROOT/code-server-$1/node_modules/code-server/out/node/entry.js"; }
NEWEST_ENTRY=$(code_server "$NEWEST_VERSION")
OLDEST_ENTRY=$(code_server "$OLDEST_VERSION")
