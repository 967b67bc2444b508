// The functions of a Python text by their lines. Which of them are forecast, and how, the server says; this is for lists to
// choose from and for showing a function's source, also while the file does not parse.

export interface Outlined {
  /** As the server names it: `f`, `Class.method`, `outer.inner`. */
  name: string;
  /** Of the `def`, 0-based. */
  line: number;
  /** The last line of the body, 0-based. */
  endLine: number;
}

const HEADER = /^(\s*)(?:async\s+)?(def|class)\s+([\p{L}_][\p{L}\p{N}\p{M}_]*)/u;
const QUOTES = /"""|'''/g;

interface Open {
  name: string;
  indent: number;
  isFunction: boolean;
  line: number;
}

export function outline(text: string): Outlined[] {
  const lines = text.split(/\r\n|\r|\n/);
  const found: Outlined[] = [];
  const open: Open[] = [];
  let lastCode = -1;
  let quote: string | undefined;
  let depth = 0;

  const close = (indent: number): void => {
    for (let last = open.at(-1); last !== undefined && last.indent >= indent; last = open.at(-1)) {
      open.pop();
      if (last.isFunction) {
        found.push({ name: [...open.map(({ name }) => name), last.name].join("."), line: last.line, endLine: lastCode });
      }
    }
  };

  lines.forEach((line, index) => {
    const isInside = quote !== undefined || depth > 0;
    const trimmed = line.trim();
    if (!isInside && trimmed !== "" && !trimmed.startsWith("#")) {
      const indent = line.length - line.trimStart().length;
      close(indent);
      const header = HEADER.exec(line);
      if (header !== null) {
        open.push({ name: header[3] ?? "", indent, isFunction: header[2] === "def", line: index });
      }
    }
    if (trimmed !== "" && (isInside || !trimmed.startsWith("#"))) {
      lastCode = index;
    }
    ({ quote, depth } = after(line, quote, depth));
  });
  close(0);
  return found.sort((a, b) => a.line - b.line);
}

/** The innermost function around a line. */
export function functionAt(functions: readonly Outlined[], line: number): Outlined | undefined {
  return functions.findLast((outlined) => outlined.line <= line && line <= outlined.endLine);
}

/** Of the functions of a name, such as a property's, the one whose `def` is nearest to a line. */
export function nearest(functions: readonly Outlined[], name: string, line: number): Outlined | undefined {
  const distance = (outlined: Outlined): number => Math.abs(outlined.line - line);
  return functions.filter((outlined) => outlined.name === name).sort((a, b) => distance(a) - distance(b))[0];
}

/** Whether a function is a Triton kernel: `jit` stands next to the `def`, or nothing that tunes would find it. */
export function isKernel(text: string, outlined: Outlined): boolean {
  const above = text.split(/\r\n|\r|\n/)[outlined.line - 1] ?? "";
  return /^\s*@(?:\w+\.)?jit\b/.test(above) && /^\s*(?:import|from)\s+triton\b/m.test(text);
}

export function sourceOf(text: string, outlined: Outlined): string {
  return text.split(/\r\n|\r|\n/).slice(outlined.line, outlined.endLine + 1).join("\n");
}

/** Whether the next line begins inside a triple-quoted string or inside brackets. */
function after(line: string, quote: string | undefined, depth: number): { quote: string | undefined; depth: number } {
  let code = "";
  let rest = line;
  let open = quote;
  for (;;) {
    if (open === undefined) {
      // Short strings and comments hold no brackets that count.
      QUOTES.lastIndex = 0;
      const plain = rest.replace(/"""|'''|"(?:\\.|[^"\\])*"|'(?:\\.|[^'\\])*'|#.*$/g, (match) => (match === '"""' || match === "'''" ? match : ""));
      const start = QUOTES.exec(plain);
      if (start === null) {
        code += plain;
        break;
      }
      code += plain.slice(0, start.index);
      rest = plain.slice(start.index + 3);
      open = start[0];
    } else {
      const end = rest.indexOf(open);
      if (end < 0) {
        break;
      }
      rest = rest.slice(end + 3);
      open = undefined;
    }
  }
  const opened = code.match(/[([{]/g)?.length ?? 0;
  const closed = code.match(/[)\]}]/g)?.length ?? 0;
  return { quote: open, depth: Math.max(0, depth + opened - closed) };
}
