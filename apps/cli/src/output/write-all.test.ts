import { Writable } from "node:stream";
import { expect, it } from "vitest";
import { writeAll } from "./write-all.ts";

/** A stream that accepts writes when told to, or refuses them. */
function reader() {
  const taken: string[] = [];
  let take: ((error?: Error) => void) | undefined;
  const stream = new Writable({
    write: (chunk, _encoding, done) => {
      take = (error) => {
        if (!error) taken.push(String(chunk));
        done(error);
      };
    },
  });
  return { stream, taken, take: (error?: Error) => take?.(error) };
}

const failing = (code: string) => Object.assign(new Error(`${code}: it failed`), { code });

it("resolves only when everything has been accepted", async () => {
  const { stream, taken, take } = reader();
  let isDone = false;
  const writing = writeAll(stream, "all of it").then(() => (isDone = true));
  await new Promise(setImmediate);
  expect([isDone, taken]).toEqual([false, []]);
  take();
  await writing;
  expect(taken).toEqual(["all of it"]);
});

it("ignores a reader that closed the pipe", async () => {
  const { stream, take } = reader();
  const writing = writeAll(stream, "all of it");
  take(failing("EPIPE"));
  await expect(writing).resolves.toBeUndefined();
});

it("reports why it could not write", async () => {
  const { stream, take } = reader();
  const writing = writeAll(stream, "all of it");
  take(failing("ENOSPC"));
  await expect(writing).rejects.toThrow("The output cannot be written: ENOSPC: it failed");
});
