import { expect, it } from "vitest";
import { shareAsked } from "./share-asked.ts";

/** Answers how often it was asked for a key, and fails for the one that is called so. */
function counter() {
  const asked: string[] = [];
  const ask = shareAsked(async (key: string) => {
    asked.push(key);
    await Promise.resolve();
    if (key === "failing") throw new Error(`failed after ${asked.length}`);
    return asked.filter((each) => each === key).length;
  });
  return { ask, asked };
}

it("asks once for all who want to know the same in one moment, and anew for whoever comes later", async () => {
  const { ask, asked } = counter();
  expect(await Promise.all([ask("a"), ask("b"), ask("a"), ask("a")])).toEqual([1, 1, 1, 1]);
  expect(asked).toEqual(["a", "b"]);
  expect(await ask("a")).toBe(2);
});

it("tells all of them of a failure, and does not keep it", async () => {
  const { ask } = counter();
  const both = await Promise.allSettled([ask("failing"), ask("failing")]);
  expect(both).toMatchObject([{ reason: { message: "failed after 1" } }, { reason: { message: "failed after 1" } }]);
  await expect(ask("failing")).rejects.toThrow("failed after 2");
});
