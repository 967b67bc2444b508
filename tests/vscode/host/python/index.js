// The part of the Python extension's API that Perfcast asks, and a command that selects an interpreter.
const vscode = require("vscode");

exports.activate = function activate(context) {
  let selected = process.env.PERFCAST_TEST_PYTHON;
  const changed = new vscode.EventEmitter();
  context.subscriptions.push(
    changed,
    vscode.commands.registerCommand("standInPython.select", (path) => {
      selected = path;
      changed.fire({ path });
    }),
  );
  return {
    environments: {
      getActiveEnvironmentPath: () => ({ path: selected }),
      resolveEnvironment: async ({ path }) => ({ executable: { uri: vscode.Uri.file(path) } }),
      onDidChangeActiveEnvironmentPath: changed.event,
    },
  };
};
