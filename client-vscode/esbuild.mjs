// Bundles the extension and the script of its page; with --tests, each unit test to one file of its own.
import { readdirSync } from "node:fs";
import * as esbuild from "esbuild";

const common = { bundle: true, platform: "node", target: "node20", format: "cjs", logLevel: "warning" };

if (process.argv.includes("--tests")) {
  await esbuild.build({ ...common, entryPoints: readdirSync("test").filter((name) => name.endsWith(".test.ts")).map((name) => `test/${name}`), outdir: "dist/test", sourcemap: "inline" });
} else {
  const minify = process.argv.includes("--minify");
  const shipped = { bundle: true, minify, sourcemap: !minify, logLevel: "warning" };
  await esbuild.build({ ...common, ...shipped, entryPoints: ["src/extension.ts"], outfile: "dist/extension.js", external: ["vscode"] });
  await esbuild.build({ ...shipped, platform: "browser", target: "es2022", format: "iife", entryPoints: ["view/compare.ts"], outdir: "dist" });
}
