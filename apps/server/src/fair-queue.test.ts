import { describe, expect, it } from "vitest";
import { createFairQueue } from "./fair-queue.ts";

/** Work that ends when told, and a list of the work begun. */
function bench(limits: Parameters<typeof createFairQueue>[0]) {
  const queue = createFairQueue(limits);
  const begun: string[] = [];
  const ends: (() => void)[] = [];
  const ask = (origin: string, name: string) => {
    const taken = queue.take(origin, async () => {
      begun.push(name);
      await new Promise<void>((resolve) => ends.push(resolve));
    });
    return taken.then(
      () => "done",
      (error: { code: string }) => error.code,
    );
  };
  const endOne = async () => {
    ends.shift()?.();
    for (let turn = 0; turn < 5; turn += 1) await Promise.resolve();
  };
  return { ask, begun, endOne };
}

describe("the fair queue", () => {
  it("lets origins take turns, however much of one waits", async () => {
    const { ask, begun, endOne } = bench({ running: 1, waiting: 10, waitingOfOne: 10 });
    for (const name of ["a1", "a2", "a3", "a4"]) void ask("a", name);
    for (const name of ["b1", "b2"]) void ask("b", name);
    void ask("c", "c1");
    for (let time = 0; time < 7; time += 1) await endOne();
    expect(begun).toEqual(["a1", "a2", "b1", "c1", "a3", "b2", "a4"]);
  });

  it("runs no more at once than allowed, also when a newcomer comes as a slot is passed on", async () => {
    const { ask, begun, endOne } = bench({ running: 1, waiting: 10, waitingOfOne: 10 });
    void ask("a", "a1");
    void ask("b", "b1");
    const ending = endOne();
    void ask("c", "c1");
    await ending;
    expect(begun).toEqual(["a1", "b1"]);
  });

  it("refuses the newest work of the origin with the most when it is full", async () => {
    const { ask, begun, endOne } = bench({ running: 1, waiting: 3, waitingOfOne: 3 });
    void ask("a", "a1");
    const [a2, a3, a4] = ["a2", "a3", "a4"].map((name) => ask("a", name));
    expect(await ask("a", "a5")).toBe("OVERLOADED");
    const b1 = ask("b", "b1");
    expect(await a4).toBe("OVERLOADED");
    expect(await ask("a", "a6")).toBe("OVERLOADED");
    for (let time = 0; time < 4; time += 1) await endOne();
    expect(begun).toEqual(["a1", "a2", "b1", "a3"]);
    expect(await Promise.all([a2, a3, b1])).toEqual(["done", "done", "done"]);
  });

  it("passes its slot on when work fails", async () => {
    const queue = createFairQueue({ running: 1, waiting: 1, waitingOfOne: 1 });
    const failing = queue.take("a", () => Promise.reject(new Error("no")));
    const next = queue.take("b", async () => "yes");
    await expect(failing).rejects.toThrow("no");
    expect(await next).toBe("yes");
  });
});
