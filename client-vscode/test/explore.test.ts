import assert from "node:assert/strict";
import { suite, test } from "node:test";
import { type Unit } from "../src/explore/answer";
import { csv, json } from "../src/explore/exported";
import { grouped, metricsOf, ranked } from "../src/explore/ranking";

function unit(name: string, memory: number, changes: Partial<Unit> = {}): Unit {
  return {
    uri: "file:///w/src/a.py",
    name,
    kind: "function",
    line: 1,
    workload: { text: "n: int = 5", origin: "comment" },
    device: "a CPU",
    forecasts: {
      peak_memory: { unit: "B", p10: memory / 4, p50: memory / 2, p90: memory },
      cpu_time: { unit: "s", p10: 0.1 / memory, p50: 0.5 / memory, p90: 1 / memory },
    },
    outside: [],
    ...changes,
  };
}

const pathOf = (uri: string): string => uri.replace("file:///w/", "");
const names = (units: readonly Unit[]): string[] => units.map(({ name }) => name);

suite("explore", () => {
  const small = unit("small", 10);
  const large = unit("large", 1000, { uri: "file:///w/src/b.py" });
  const unknown = unit("unknown", 5000, { outside: ["network"] });
  const middle = unit("middle", 100, { workload: { text: "rows: dict[str, int] * 50", origin: "call" } });
  const all = [small, unknown, large, middle];

  test("the greatest upper end of the chosen metric is first, without grounds last", () => {
    assert.deepEqual(names(ranked(all, { metric: "peak_memory", filter: "" }, pathOf)), ["large", "middle", "small", "unknown"]);
    assert.deepEqual(names(ranked(all, { metric: "cpu_time", filter: "" }, pathOf)), ["small", "middle", "large", "unknown"]);
    assert.deepEqual(names(ranked([unit("lacks", 1, { forecasts: {} }), unknown, small], { metric: "gpu_time", filter: "" }, pathOf)), ["lacks", "small", "unknown"]);
  });

  test("every word of the filter is in name, path or workload", () => {
    const shown = (filter: string): string[] => names(ranked(all, { metric: "peak_memory", filter }, pathOf));
    assert.deepEqual(shown("LARGE"), ["large"]);
    assert.deepEqual(shown("a.py"), ["middle", "small", "unknown"]);
    assert.deepEqual(shown("  dict[  a.py "), ["middle"]);
    assert.deepEqual(shown("large a.py"), []);
  });

  test("files stand in the order of their most expensive units", () => {
    const files = grouped(ranked(all, { metric: "peak_memory", filter: "" }, pathOf));
    assert.deepEqual(files.map(({ uri, units }) => [pathOf(uri), ...names(units)]), [["src/b.py", "large"], ["src/a.py", "middle", "small", "unknown"]]);
  });

  test("the metrics are those of the answer", () => {
    assert.deepEqual(metricsOf(all), ["peak_memory", "cpu_time"]);
    assert.deepEqual(metricsOf([]), []);
  });

  test("CSV quotes what it must and leaves out what is not there", () => {
    const odd = unit("odd", 8, { workload: { text: 'x "q", y', origin: "comment" }, forecasts: { peak_memory: { unit: "B", p10: 2, p50: 4, p90: 8 } } });
    assert.deepEqual(csv([odd, unit("even", 4, { outside: ["network", "files"] })]).split("\r\n"), [
      "uri,line,name,kind,workload,workload_origin,device,peak_memory_p10,peak_memory_p50,peak_memory_p90,cpu_time_p10,cpu_time_p50,cpu_time_p90,outside",
      'file:///w/src/a.py,1,odd,function,"x ""q"", y",comment,a CPU,2,4,8,,,,',
      'file:///w/src/a.py,1,even,function,n: int = 5,comment,a CPU,1,2,4,0.025,0.125,0.25,"network, files"',
      "",
    ]);
  });

  test("JSON holds the units as they came", () => {
    assert.deepEqual(JSON.parse(json(all)), { units: all });
  });
});
