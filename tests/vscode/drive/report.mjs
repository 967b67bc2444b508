// Runs checks one after the other, goes on after a failure, and counts.
import fs from "node:fs";

export class Report {
  passed = 0;
  failed = [];
  started = Date.now();

  constructor(out) {
    this.out = out;
  }

  /** The same report, for checks whose names begin with `prefix`. */
  named(prefix) {
    return { check: (name, act, page) => this.check(`${prefix}: ${name}`, act, page) };
  }

  /** Whether the check passed; `page` is photographed where it did not. */
  async check(name, act, page) {
    try {
      await act();
      this.record(name);
      return true;
    } catch (error) {
      this.record(name, error);
      await page?.screenshot({ path: `${this.out}/failure-${this.failed.length}.png` }).catch(() => {});
      return false;
    }
  }

  record(name, error) {
    const time = ((Date.now() - this.started) / 1000).toFixed(1);
    if (error === undefined) {
      this.passed += 1;
      console.log(`ok     ${time}s  ${name}`);
    } else {
      this.failed.push(name);
      console.log(`FAILED ${time}s  ${name}\n    ${String(error?.stack ?? error).slice(0, 4000).replaceAll("\n", "\n    ")}`);
    }
  }

  close() {
    fs.writeFileSync(`${this.out}/failed.json`, JSON.stringify(this.failed));
    console.log(`${this.passed} passed, ${this.failed.length} failed`);
    return this.failed.length === 0 && this.passed > 0 ? 0 : 1;
  }
}
