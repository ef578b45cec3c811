import type { Defect } from "./defect.ts";

const store = "apps/server/src/uploads/upload-store.int.test.ts";

const why = "// sorted by id: all further ids are younger or of version 4";

/** Defects in storing uploaded files. */
export const uploadDefects: Defect[] = [
  {
    name: "keeps the copy of a file that was moved to a bucket",
    file: "apps/server/src/features/disputes/move-uploads.ts",
    find: "  if (remove) await from.remove(id);",
    plant: "",
    test: "apps/cli/src/backup.int.test.ts",
  },
  {
    name: "deletes a file that is still being written",
    file: "apps/server/src/uploads/upload-bucket.ts",
    // Two guards protect this: the listing ends at newer files, and each id contains its creation time.
    find: `if (id >= lowestIdOf(before)) return ids; ${why}\n            const made = madeAt(id);\n            if (made !== null && made >= from.getTime() && made < before.getTime())`,
    plant: "const made = madeAt(id);\n            if (made !== null && made >= from.getTime())",
    test: store,
  },
  {
    name: "lets an id name an object outside the bucket's prefix",
    file: "apps/server/src/uploads/upload-bucket.ts",
    find: "Key: prefix + checkUploadId(id)",
    plant: "Key: prefix + id",
    test: store,
  },
];
