const WINDOW_MS = 3 * 60 * 1000;
const ALLOWED = 3;

/** Decides whether a server that ended by itself is started again: at most three times in three minutes. */
export class CrashLimit {
  private times: number[] = [];

  /** Notes a crash at `now` (ms) and says whether to restart. */
  mayRestart(now: number): boolean {
    this.times = [...this.times.filter((time) => now - time < WINDOW_MS), now];
    return this.times.length <= ALLOWED;
  }

  forget(): void {
    this.times = [];
  }
}
