import { expect, it } from "vitest";
import { batchConcurrent, coalesceRequests } from "./share-asked.ts";

/** Returns the number of requests for a key, and fails for the key `failing`. */
function counter() {
  const questions: string[] = [];
  const ask = coalesceRequests(async (key: string) => {
    questions.push(key);
    await Promise.resolve();
    if (key === "failing") throw new Error(`failed after ${questions.length}`);
    return questions.filter((each) => each === key).length;
  });
  return { ask, asked: questions };
}

it("sends one request for concurrent callers with the same key, and a new one for later callers", async () => {
  const { ask, asked: questions } = counter();
  expect(await Promise.all([ask("a"), ask("b"), ask("a"), ask("a")])).toEqual([1, 1, 1, 1]);
  expect(questions).toEqual(["a", "b"]);
  expect(await ask("a")).toBe(2);
});

it("rejects all of them on a failure, and does not cache it", async () => {
  const { ask } = counter();
  const both = await Promise.allSettled([ask("failing"), ask("failing")]);
  expect(both).toMatchObject([{ reason: { message: "failed after 1" } }, { reason: { message: "failed after 1" } }]);
  await expect(ask("failing")).rejects.toThrow("failed after 2");
});

/** Requests that the test answers; `asked` lists each with how it was sent. */
function heldBack(mostWaitMs: number) {
  const questions: string[] = [];
  const answers = new Map<string, PromiseWithResolvers<string>>();
  const ask = batchConcurrent((key: string, how) => {
    questions.push(`${key} ${how}`);
    const answer = Promise.withResolvers<string>();
    answers.set(key, answer);
    return answer.promise;
  }, mostWaitMs);
  return { ask, asked: questions, answers };
}

const never = 600_000;

it("sends the first request at once, and batches the requests that arrive during it", async () => {
  const { ask, asked: questions, answers } = heldBack(never);
  const first = ask("a");
  const others = [ask("b"), ask("c")];
  await new Promise(setImmediate);
  expect(questions).toEqual(["a alone"]);
  answers.get("a")?.resolve("A");
  expect(await first).toBe("A");
  expect(questions).toEqual(["a alone", "b together", "c together"]);
  const later = ask("d");
  answers.get("b")?.resolve("B");
  await new Promise(setImmediate);
  expect(questions).toHaveLength(3);
  answers.get("c")?.reject(new Error("c failed"));
  expect(await Promise.allSettled(others)).toMatchObject([{ value: "B" }, { reason: { message: "c failed" } }]);
  expect(questions).toEqual(["a alone", "b together", "c together", "d together"]);
  answers.get("d")?.resolve("D");
  expect(await later).toBe("D");
  void ask("e");
  expect(questions.at(-1)).toBe("e alone");
});

it("waits at most the limit for a request that is never answered", async () => {
  const { ask, asked: questions, answers } = heldBack(1);
  void ask("stuck");
  const other = ask("a");
  await expect.poll(() => questions).toEqual(["stuck alone", "a together"]);
  answers.get("a")?.resolve("A");
  expect(await other).toBe("A");
});
