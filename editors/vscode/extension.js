"use strict";

// Starts `animspec lsp` for animation files, and again when its settings change.

const vscode = require("vscode");
const { LanguageClient, TransportKind } = require("vscode-languageclient/node");

const SECTION = "animspec";

/** @type {LanguageClient | undefined} */
let client;

/** Return the command that starts the server, with the open folder put in. */
function command() {
  const folder = vscode.workspace.workspaceFolders?.[0]?.uri.fsPath ?? "";
  const words = vscode.workspace.getConfiguration(SECTION).get("command");
  return words.map((word) => word.replaceAll("${workspaceFolder}", folder));
}

/** Return what the server is told when it starts and when settings change. */
function wishes() {
  const settings = vscode.workspace.getConfiguration(SECTION);
  return { show: settings.get("show"), baseline: settings.get("baseline") };
}

function makeClient() {
  const [program, ...args] = command();
  const run = { command: program, args, transport: TransportKind.stdio };
  return new LanguageClient(SECTION, "animspec", { run, debug: run }, {
    // Which of these files are looked at is for the project to say, so all JSON is sent.
    documentSelector: [
      { scheme: "file", language: "json" },
      { scheme: "file", language: "jsonc" },
      { scheme: "untitled", language: "json" },
    ],
    initializationOptions: wishes(),
  });
}

async function start() {
  client = makeClient();
  try {
    await client.start();
  } catch (error) {
    const [program] = command();
    vscode.window.showErrorMessage(
      `animspec: "${program}" does not start (${error.message}); ` +
        'install it with pip install "animspec[lsp]", or set animspec.command',
    );
  }
}

async function stop() {
  const stopping = client;
  client = undefined;
  if (stopping?.isRunning()) {
    await stopping.stop();
  }
}

async function restart() {
  await stop();
  await start();
}

/** Start another command, or tell the running server what is wished for now. */
async function settingsChanged(event) {
  if (event.affectsConfiguration(`${SECTION}.command`)) {
    await restart();
  } else if (event.affectsConfiguration(SECTION) && client?.isRunning()) {
    await client.sendNotification("workspace/didChangeConfiguration", { settings: wishes() });
  }
}

async function activate(context) {
  context.subscriptions.push(
    vscode.commands.registerCommand(`${SECTION}.restart`, restart),
    vscode.workspace.onDidChangeConfiguration(settingsChanged),
  );
  await start();
}

module.exports = { activate, deactivate: stop };
