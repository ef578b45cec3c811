import type { Defect } from "./defect.ts";

const lib = "apps/web/src/lib";
const writing = `${lib}/write-link.test.ts`;
const keys = `${lib}/unanswered-writes.test.ts`;
const stores = `${lib}/browser-store.test.ts`;
const refreshing = `${lib}/refresh-after.test.ts`;
const windows = `${lib}/popup-window.browser.test.tsx`;
const changed = "packages/domain/src/changed-by-calls.ts";

/** Writes whose answer is lost: told as failed, done twice, or forgotten. */
export const lostAnswers: Defect[] = [
  {
    name: "gives a write without an answer a new key at the next try",
    file: `${lib}/write-link.ts`,
    find: "write.lose();\n            refreshAfterNoAnswer();",
    plant: "write.settle();",
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
  {
    name: "adds a mutation without saying what it changes",
    file: changed,
    find: "remind addCharge addCharges",
    plant: "remind addCharges",
    test: "apps/server/src/trpc/changed-by-calls.test.ts",
  },
  {
    name: "does not refetch what a landlord sees of tenants who owe after a change of their ledger",
    file: changed,
    find: 'const letting = ["rent", "merchant",',
    plant: 'const letting = ["rent",',
    test: "apps/server/src/testing/changed-by-calls.int.test.ts",
  },
  {
    name: "refetches only the query without input",
    file: `${lib}/refresh-after.ts`,
    find: "predicate: ({ queryKey: [path] }) =>",
    plant: "predicate: ({ queryKey: [path, ...more] }) => more.length === 0 &&",
    test: refreshing,
  },
  {
    name: "waits for a list that does not answer",
    file: `${lib}/refresh-after.ts`,
    find: "await Promise.race([refreshed, waited]);",
    plant: "await Promise.all([refreshed, waited]);",
    test: refreshing,
  },
  {
    name: "refetches nothing after a write",
    file: `${lib}/write-link.ts`,
    find: "refreshed = refreshAfter(op.path).then(",
    plant: "refreshed = Promise.resolve().then(",
    test: writing,
  },
  {
    name: "keeps what a refusal says is over",
    file: `${lib}/write-link.ts`,
    find: "if (isAboutShownData(readApiFailure(error)?.status))",
    plant: "if (isAboutShownData(undefined))",
    test: writing,
  },
  {
    name: "keeps what may be outdated after a write without an answer",
    file: `${lib}/write-link.ts`,
    find: "            refreshAfterNoAnswer();",
    plant: "",
    test: writing,
  },
  {
    name: "navigates an open window again on a second press",
    file: `${lib}/popup-window.ts`,
    find: "if (find(subject) === null) target.location.replace(url);",
    plant: "target.location.replace(url);",
    test: windows,
  },
  {
    name: "opens all windows under one name",
    file: `${lib}/popup-window.ts`,
    find: "`${name}-${Date.now()}-${openedCount++}`",
    plant: "name",
    test: windows,
  },
  {
    name: "gives up on a part whose file was refused once",
    file: "apps/web/src/ui/lazy-part.tsx",
    find: "default: await loadTwice(load, failed)",
    plant: "default: await load()",
    test: "apps/web/src/ui/lazy-part.browser.test.tsx",
  },
  {
    name: "replaces the whole window if the error page of an area does not come",
    file: "apps/web/build/lazy-pages.ts",
    find: 'split.endsWith("=errorComponent")',
    plant: 'split.endsWith("=error")',
    test: "apps/web/build/lazy-pages.test.ts",
  },
  {
    name: "counts a deadline by a wrong clock",
    file: "apps/web/src/features/payments/use-deadline.ts",
    find: "Date.parse(expiresAt) + aheadMs",
    plant: "Date.parse(expiresAt)",
    test: "apps/web/src/features/payments/use-deadline.browser.test.tsx",
  },
];
