#!/usr/bin/env bash
# Hints in Vim with YouCompleteMe, in a terminal that nobody looks at: prints its screen; exit code 1 without a hint in it.
# Needs Debian's packages vim-youcompleteme, vim-nox and tmux, and in $PERFCAST_PYTHON a Python that has perfcast.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
export PERFCAST_PYTHON=${PERFCAST_PYTHON:-python3}
folder=$(mktemp -d)
socket=$folder/tmux
trap 'tmux -S "$socket" kill-server 2>/dev/null || true; rm -rf "$folder"' EXIT
touch "$folder/.root"
cat > "$folder/sample.py" <<'PYTHON'
def doubled(nums: list[int]) -> list[int]:
    return [2 * n for n in nums]


print(doubled(list(range(5000))))
PYTHON

screen() { tmux -S "$socket" capture-pane -p; }
await_screen() {
  for tick in $(seq 120); do
    if screen | grep -qE "$1"; then return 0; fi
    # Where the machine is so busy that the server takes longer to start than YouCompleteMe's 5 s, only a change has it
    # ask again.
    if ((tick % 30 == 0)); then tmux -S "$socket" send-keys GA ' ' BSpace Escape; fi
    sleep 0.5
  done
  echo "no '$1' on the screen:"; screen; exit 1
}

tmux -S "$socket" new-session -d -x 110 -y 24 -c "$folder" \
  "env XDG_STATE_HOME='$folder' vim.nox -N -n -i NONE -u '$here/vimrc' sample.py"
await_screen 'def doubled.*(≈|≤|–).*(B|iB).*s'
screen
# Typed above it, the hint goes down with its line.
tmux -S "$socket" send-keys ggO '# a line more' Escape
await_screen '^ *def doubled.*(≈|≤|–).*(B|iB).*s'
screen | head -3
