import { expect, it } from "vitest";
import { systemClock } from "@hearth/domain/time";
import { createFileQueue } from "./file-queue.ts";
import { createRateLimits } from "./rate-limits.ts";

/** A file that is finished by calling `finish`. */
function file() {
  const { promise, resolve } = Promise.withResolvers<string>();
  return { make: async () => promise, finish: () => resolve("file") };
}

const unlimited = createRateLimits(systemClock, null);

it("makes two files of one account at a time, and refuses a third with a sentence", async () => {
  const turns = createFileQueue(unlimited, "made");
  const [first, second] = [file(), file()];
  const made = [turns.take("ada", first.make), turns.take("ada", second.make)];
  await expect(turns.take("ada", file().make)).rejects.toMatchObject({ code: "RATE_LIMITED", message: /still being made/ });
  const other = file();
  const others = turns.take("ben", other.make);
  first.finish();
  second.finish();
  expect(await Promise.all(made)).toEqual(["file", "file"]);
  other.finish();
  expect(await others).toBe("file");
  expect(await turns.take("ada", async () => "again")).toBe("again");
});

it("frees the slot of a failed file", async () => {
  const turns = createFileQueue(unlimited, "made", { running: 1, waiting: 1, account: 1 });
  await expect(turns.take("ada", () => Promise.reject(new Error("broken")))).rejects.toThrow("broken");
  expect(await turns.take("ada", async () => "file")).toBe("file");
});

it("refuses further files while the queue is full", async () => {
  const turns = createFileQueue(unlimited, "made", { running: 1, waiting: 1, account: 1 });
  const [first, second] = [file(), file()];
  const made = [turns.take("ada", first.make), turns.take("ben", second.make)];
  await expect(turns.take("cleo", file().make)).rejects.toMatchObject({ code: "OVERLOADED" });
  first.finish();
  second.finish();
  await Promise.all(made);
});

it("makes at most twenty files of an account a minute", async () => {
  const turns = createFileQueue(createRateLimits(systemClock), "made");
  for (let count = 0; count < 20; count += 1) await turns.take("ada", async () => "file");
  await expect(turns.take("ada", async () => "file")).rejects.toMatchObject({ code: "RATE_LIMITED" });
  expect(await turns.take("ben", async () => "file")).toBe("file");
});

it("counts charge files that an account sends apart from the files that it downloads", async () => {
  const rateLimits = createRateLimits(systemClock);
  const [made, sent] = [createFileQueue(rateLimits, "made"), createFileQueue(rateLimits, "sent")];
  for (let count = 0; count < 20; count += 1) await sent.take("ada", async () => "file");
  await expect(sent.take("ada", async () => "file")).rejects.toMatchObject({ code: "RATE_LIMITED" });
  expect(await made.take("ada", async () => "file")).toBe("file");
  const [first, second] = [file(), file()];
  const read = [sent.take("ben", first.make), sent.take("ben", second.make)];
  await expect(sent.take("ben", file().make)).rejects.toMatchObject({ code: "RATE_LIMITED", message: /still being read/ });
  first.finish();
  second.finish();
  await Promise.all(read);
});
