import { mkdtemp, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Readable } from "node:stream";
import { buffer } from "node:stream/consumers";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type BucketServer, startBucketServer } from "../testing/bucket-server.ts";
import { makeUploadId } from "./upload-id.ts";
import { readUploadPlaceOf } from "./upload-place.ts";
import { createUploadStore } from "./open-upload-store.ts";

let folder: string;
let server: BucketServer;
let listing: BucketServer;
beforeAll(async () => {
  const servers = [startBucketServer(), startBucketServer({ listsToo: true })] as const;
  [folder, server, listing] = await Promise.all([mkdtemp(join(tmpdir(), "hearth-uploads-")), ...servers]);
});
afterAll(() => Promise.all([rm(folder, { recursive: true }), server.close(), listing.close()]));

const open = (env: Record<string, string>) => createUploadStore(readUploadPlaceOf(env));
const inFolder = () => open({ UPLOADS_DIR: join(folder, "made", "when needed") });
const inBucket = (more: Record<string, string> = {}) => open({ ...server.env, ...more });

describe.each([
  ["a folder", inFolder],
  ["a bucket", () => inBucket({ ...listing.env, S3_PREFIX: "uploads/" })],
])("uploads in %s", (_, openStore) => {
  it("are read as they were written", async () => {
    const [store, id] = [openStore(), makeUploadId(new Date())];
    await store.write(id, Readable.from([Buffer.from("half "), Buffer.from("and half")]));
    expect(String(await store.read(id))).toBe("half and half");
    expect(String(await buffer(await store.open(id)))).toBe("half and half");
  });

  it("accept only ids, not names", async () => {
    const store = openStore();
    const name = "../../etc/passwd";
    const calls = [() => store.open(name), () => store.read(name), () => store.remove(name), () => store.write(name, Readable.from([]))];
    for (const call of calls) await expect((async () => void (await call()))()).rejects.toThrow("An upload's id is a UUID");
  });

  it("are listed by creation time, and can be removed twice", async () => {
    const store = openStore();
    const days = [1, 2, 3, 4].map((day) => new Date(`2026-03-0${day}T12:00:00Z`));
    const ids = days.map((day) => makeUploadId(day));
    for (const id of ids) await store.write(id, Readable.from(["x"]));
    const between = () => store.listMade(new Date("2026-03-02T00:00:00Z"), new Date("2026-03-04T00:00:00Z"));
    expect((await between()).toSorted()).toEqual([ids[1], ids[2]]);
    expect(await store.listMade(new Date("2020-01-01T00:00:00Z"), new Date("2020-02-01T00:00:00Z"))).toEqual([]);
    const [, second = ""] = ids;
    await store.remove(second);
    await store.remove(second);
    expect(await between()).toEqual([ids[2]]);
    await expect(store.open(second)).rejects.toThrow("This document is no longer there");
  });
});

it("a folder keeps files readable only by this user, and never overwrites one", async () => {
  const [store, id] = [inFolder(), makeUploadId(new Date())];
  await store.write(id, Readable.from(["first"]));
  await expect(store.write(id, Readable.from(["second"]))).rejects.toThrow("EEXIST");
  expect(String(await store.read(id))).toBe("first");
  expect((await stat(join(folder, "made", "when needed", id))).mode & 0o077).toBe(0);
});

it("a bucket accepts requests signed with its key", async () => {
  const [store, id] = [inBucket(), makeUploadId(new Date())];
  await store.write(id, Readable.from(["signed"]));
  expect(String(await store.read(id))).toBe("signed");
  await store.remove(id);
  await expect(store.read(id)).rejects.toThrow("This document is no longer there");
});

it("a bucket that is down, unknown or refuses the key gives a clear error", async () => {
  const broken = [{ S3_ENDPOINT: "http://127.0.0.1:1" }, { S3_BUCKET: "nothing" }, { S3_SECRET_ACCESS_KEY: "wrong" }];
  for (const env of broken) {
    const [store, id] = [inBucket(env), makeUploadId(new Date())];
    const refusal = { code: "UNAVAILABLE", message: "Documents cannot be reached at the moment. Please try again shortly." };
    await expect(store.write(id, Readable.from(["x"])), JSON.stringify(env)).rejects.toMatchObject(refusal);
  }
});

it("half of a key is rejected", () => {
  expect(() => readUploadPlaceOf({ S3_BUCKET: "documents", S3_ACCESS_KEY_ID: "id" })).toThrow("give both, or none");
});
