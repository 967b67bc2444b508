/**
 * Runs one task at a time. Calls that arrive while it runs share a single further run, which starts when the present one
 * has ended: ten quick requests to restart give two restarts, the last of which has seen the newest state.
 */
export class Coalesced {
  private current: Promise<void> | undefined;
  private next: Promise<void> | undefined;

  constructor(private readonly task: () => Promise<void>) {}

  run(): Promise<void> {
    if (this.current === undefined) {
      return this.start();
    }
    this.next ??= this.current
      .catch(() => undefined)
      .then(() => {
        this.next = undefined;
        return this.start();
      });
    return this.next;
  }

  /** Resolves once nothing runs or waits to run. */
  async settled(): Promise<void> {
    for (let last = this.next ?? this.current; last !== undefined; last = this.next ?? this.current) {
      await last.catch(() => undefined);
    }
  }

  private start(): Promise<void> {
    const current = this.task().finally(() => {
      if (this.current === current) {
        this.current = undefined;
      }
    });
    this.current = current;
    return current;
  }
}
