import type { Defect } from "./defect.ts";

const lib = "apps/web/src/lib";
const writing = `${lib}/write-link.test.ts`;
const keys = `${lib}/unanswered-writes.test.ts`;
const stores = `${lib}/browser-store.test.ts`;

/** Writes whose answer is lost: told as failed, done twice, or forgotten. */
export const lostAnswers: Defect[] = [
  {
    name: "gives a write without an answer a new key at the next try",
    file: `${lib}/write-link.ts`,
    find: "else write.lose();",
    plant: "else write.settle();",
    test: writing,
  },
  {
    name: "forgets the key of a lost write when its repeat is refused",
    file: `${lib}/unanswered-writes.ts`,
    find: "isLost ? { ...entry, isLost } : null",
    plant: "null",
    test: writing,
  },
  {
    name: "repeats a call that the server would run twice",
    file: `${lib}/write-link.ts`,
    find: "readApiFailure(error) === null && isRepeatable(op.path)",
    plant: "readApiFailure(error) === null",
    test: writing,
  },
  {
    name: "says offline that nothing was sent although an earlier try may have arrived",
    file: `${lib}/write-link.ts`,
    find: "wasOffline && attempt === 0 && !write.isRepeat",
    plant: "wasOffline && attempt === 0",
    test: writing,
  },
  {
    name: "tells a failure of the server as a refusal",
    file: `${lib}/write-link.ts`,
    find: 'code === undefined || code === "INTERNAL"',
    plant: "code === undefined",
    test: writing,
  },
  {
    name: "gives two accounts of a browser the same key",
    file: `${lib}/unanswered-writes.ts`,
    find: "JSON.stringify([who, path, input])",
    plant: "JSON.stringify([path, input])",
    test: keys,
  },
  {
    name: "stores a hash of a password",
    file: `${lib}/unanswered-writes.ts`,
    find: "secret.test(content) ? null : await sha256(content)",
    plant: "await sha256(content)",
    test: keys,
  },
  {
    name: "keeps the key of a write that the server has forgotten",
    file: `${lib}/unanswered-writes.ts`,
    find: "entries.filter(([, { sentAt }]) => now() - sentAt < keptMs)",
    plant: "entries",
    test: keys,
  },
  {
    name: "forgets what a full storage refuses",
    file: `${lib}/browser-store.ts`,
    find: "unstored.set(key, value);",
    plant: "",
    test: stores,
  },
];
