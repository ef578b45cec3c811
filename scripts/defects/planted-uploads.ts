import type { Defect } from "./defect.ts";

const store = "apps/server/src/uploads/upload-store.int.test.ts";
const judged = "apps/server/src/uploads/judge-document.test.ts";
const word = "apps/server/src/uploads/judge-word.ts";

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
    name: "accepts a Word document with a field that starts a program",
    file: word,
    find: "return /^dde(?:auto)?(?![a-z])/i.test(keyword) ||",
    plant: "return",
    test: judged,
  },
  {
    name: "accepts a Word document whose nested fields make a program's name",
    file: word,
    find: ' || (keyword.includes("\\0") && !keyword.startsWith("="))',
    plant: "",
    test: judged,
  },
  {
    name: "reads no fields of a Word document's large parts",
    file: "apps/server/src/uploads/read-zip.ts",
    find: "if (isFirst) isKept ||= beginsAsXml(chunk);",
    plant: "void beginsAsXml;",
    test: judged,
  },
  {
    name: "accepts an old Word document with a field that starts a program",
    file: "apps/server/src/uploads/judge-document.ts",
    find: "content.includes(macroStream) || programField.test(",
    plant: "content.includes(macroStream) || /^$/.test(",
    test: judged,
  },
  {
    name: "lets an id name an object outside the bucket's prefix",
    file: "apps/server/src/uploads/upload-bucket.ts",
    find: "Key: prefix + checkUploadId(id)",
    plant: "Key: prefix + id",
    test: store,
  },
];
