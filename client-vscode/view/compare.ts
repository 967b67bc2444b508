// The script of the comparison's page: it passes on what the user types, and shows what comes back.

interface Editor {
  postMessage(message: unknown): void;
}
declare function acquireVsCodeApi(): Editor;

interface Answered {
  kind: "answer";
  html: string;
  sources: string;
  workload: string;
  sizes: { value: string; label: string }[];
  size: string;
}

type Incoming = Answered | { kind: "problem"; text: string };

const editor = acquireVsCodeApi();
const TYPING_PAUSE_MS = 60;

function element(id: string): HTMLElement {
  const found = document.getElementById(id);
  if (found === null) {
    throw new Error(`no element ${id}`);
  }
  return found;
}

const workload = element("workload") as HTMLInputElement;
const size = element("size") as HTMLSelectElement;
const problem = element("problem");
let pause: number | undefined;
let sources: string | undefined;

workload.addEventListener("input", () => {
  clearTimeout(pause);
  pause = setTimeout(() => {
    editor.postMessage({ kind: "workload", text: workload.value });
  }, TYPING_PAUSE_MS);
});
element("question").addEventListener("submit", (event) => {
  event.preventDefault();
});
size.addEventListener("change", () => {
  editor.postMessage({ kind: "size", size: size.value });
});
element("copy").addEventListener("click", () => {
  editor.postMessage({ kind: "copy" });
});
window.addEventListener("message", ({ data }: MessageEvent<Incoming>) => {
  if (data.kind === "problem") {
    problem.textContent = data.text;
    document.getElementById("asking")?.remove();
    return;
  }
  problem.textContent = "";
  // All of it was escaped where it was made, and the page's policy lets no script in it run.
  element("answer").innerHTML = data.html;
  if (data.sources !== sources) {
    sources = data.sources;
    element("sources").innerHTML = sources;
  }
  if (document.activeElement !== workload) {
    workload.value = data.workload;
  }
  size.replaceChildren(...data.sizes.map(({ value, label }) => new Option(label, value, false, value === data.size)));
  size.disabled = data.sizes.length < 2;
});
editor.postMessage({ kind: "ready" });
