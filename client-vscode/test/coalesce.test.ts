import assert from "node:assert/strict";
import { suite, test } from "node:test";
import { Coalesced } from "../src/coalesce";

/** A task whose runs end when told to. */
function controlled(): { task: () => Promise<void>; ends: { resolve: () => void; reject: (error: Error) => void }[] } {
  const ends: { resolve: () => void; reject: (error: Error) => void }[] = [];
  const task = (): Promise<void> =>
    new Promise((resolve, reject) => {
      ends.push({ resolve, reject });
    });
  return { task, ends };
}

const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

suite("Coalesced", () => {
  test("calls during a run share one further run", async () => {
    const { task, ends } = controlled();
    const coalesced = new Coalesced(task);
    const first = coalesced.run();
    const later = [coalesced.run(), coalesced.run(), coalesced.run()];
    assert.equal(ends.length, 1);
    ends[0]?.resolve();
    await first;
    await turn();
    assert.equal(ends.length, 2);
    ends[1]?.resolve();
    await Promise.all(later);
    await turn();
    assert.equal(ends.length, 2);
  });

  test("settled waits for what runs and for what waits to run, also where it fails", async () => {
    const { task, ends } = controlled();
    const coalesced = new Coalesced(task);
    await coalesced.settled();
    let isSettled = false;
    coalesced.run().catch(() => undefined);
    coalesced.run().catch(() => undefined);
    void coalesced.settled().then(() => { isSettled = true; });
    ends[0]?.resolve();
    await turn();
    assert.equal(isSettled, false);
    ends[1]?.reject(new Error("no"));
    await turn();
    assert.equal(isSettled, true);
  });

  test("a call during the further run gives a third", async () => {
    const { task, ends } = controlled();
    const coalesced = new Coalesced(task);
    void coalesced.run();
    void coalesced.run();
    ends[0]?.resolve();
    await turn();
    const third = coalesced.run();
    ends[1]?.resolve();
    await turn();
    assert.equal(ends.length, 3);
    ends[2]?.resolve();
    await third;
  });

  test("a failed run does not keep the next from running", async () => {
    const { task, ends } = controlled();
    const coalesced = new Coalesced(task);
    const first = coalesced.run();
    const second = coalesced.run();
    ends[0]?.reject(new Error("no"));
    await assert.rejects(first, /no/);
    await turn();
    ends[1]?.resolve();
    await second;
    const third = coalesced.run();
    assert.equal(ends.length, 3);
    ends[2]?.resolve();
    await third;
  });
});
