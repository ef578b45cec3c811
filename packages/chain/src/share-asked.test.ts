import { expect, it } from "vitest";
import { gatherAsked, shareAsked } from "./share-asked.ts";

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

/** Questions that are answered when the test says so; `asked` tells each with how it was sent. */
function heldBack(mostWaitMs: number) {
  const asked: string[] = [];
  const answers = new Map<string, PromiseWithResolvers<string>>();
  const ask = gatherAsked((key: string, how) => {
    asked.push(`${key} ${how}`);
    const answer = Promise.withResolvers<string>();
    answers.set(key, answer);
    return answer.promise;
  }, mostWaitMs);
  return { ask, asked, answers };
}

const never = 600_000;

it("asks at once where nobody else does, and together for all who came while one question was on its way", async () => {
  const { ask, asked, answers } = heldBack(never);
  const first = ask("a");
  const others = [ask("b"), ask("c")];
  await new Promise(setImmediate);
  expect(asked).toEqual(["a alone"]);
  answers.get("a")?.resolve("A");
  expect(await first).toBe("A");
  expect(asked).toEqual(["a alone", "b together", "c together"]);
  const later = ask("d");
  answers.get("b")?.resolve("B");
  await new Promise(setImmediate);
  expect(asked).toHaveLength(3);
  answers.get("c")?.reject(new Error("c failed"));
  expect(await Promise.allSettled(others)).toMatchObject([{ value: "B" }, { reason: { message: "c failed" } }]);
  expect(asked).toEqual(["a alone", "b together", "c together", "d together"]);
  answers.get("d")?.resolve("D");
  expect(await later).toBe("D");
  void ask("e");
  expect(asked.at(-1)).toBe("e alone");
});

it("waits no longer than it may for a question that is never answered", async () => {
  const { ask, asked, answers } = heldBack(1);
  void ask("stuck");
  const other = ask("a");
  await expect.poll(() => asked).toEqual(["stuck alone", "a together"]);
  answers.get("a")?.resolve("A");
  expect(await other).toBe("A");
});
