import { randomUUID } from "node:crypto";
import { mkdtemp, rm, stat, utimes } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Readable } from "node:stream";
import { buffer } from "node:stream/consumers";
import { afterAll, beforeAll, expect, it } from "vitest";
import { createUploadStore, type UploadStore } from "./upload-store.ts";

let folder: string;
let store: UploadStore;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "hearth-uploads-"));
  store = createUploadStore(join(folder, "made", "when needed"));
});
afterAll(() => rm(folder, { recursive: true }));

it("gives back what was written, readable by this user alone", async () => {
  const id = randomUUID();
  expect(await store.listOlderThan(new Date(Date.now() + 60_000))).toEqual([]);
  await store.write(id, Readable.from([Buffer.from("half "), Buffer.from("and half")]));
  expect(String(await store.read(id))).toBe("half and half");
  expect(String(await buffer(await store.open(id)))).toBe("half and half");
  expect((await stat(join(folder, "made", "when needed", id))).mode & 0o077).toBe(0);
});

it("never writes over a file, and takes no name for an id", async () => {
  const id = randomUUID();
  await store.write(id, Readable.from(["first"]));
  await expect(store.write(id, Readable.from(["second"]))).rejects.toThrow("EEXIST");
  expect(String(await store.read(id))).toBe("first");
  await expect(store.open("../../etc/passwd")).rejects.toThrow("An upload's id is a UUID");
});

it("lists what is old and forgets what is removed, twice without harm", async () => {
  const [old, young] = [randomUUID(), randomUUID()];
  for (const id of [old, young]) await store.write(id, Readable.from(["x"]));
  const before = new Date(Date.now() - 3_600_000);
  await utimes(join(folder, "made", "when needed", old), before, before);
  expect(await store.listOlderThan(new Date(before.getTime() + 1))).toEqual([old]);
  await store.remove(old);
  await store.remove(old);
  await expect(store.open(old)).rejects.toThrow("This document is no longer there");
});
