import type { Defect } from "./defect.ts";

const server = "apps/server/src";
const judged = `${server}/uploads/judge-document.test.ts`;

/** Defects in the protection of secrets, against dangerous files, and against overload. */
export const shielding: Defect[] = [
  {
    name: "logs the values of a failed query",
    file: `${server}/log-errors.ts`,
    find: 'if (!(cause instanceof Error) || cause.message === "") return error.message;',
    plant: "if (depth === 0) return error.message;",
    test: `${server}/testing/secrets-in-log.int.test.ts`,
  },
  {
    name: "trusts a zip's directory about the unpacked size",
    file: `${server}/uploads/read-zip.ts`,
    find: "await fromBufferPromise(file)",
    plant: "await fromBufferPromise(file, { validateEntrySizes: false })",
    test: judged,
  },
  {
    name: "finds a PDF's scripts only in their usual spelling",
    file: `${server}/uploads/judge-pdf.ts`,
    find: "`(?:${letter}|#${letter.charCodeAt(0).toString(16)})`",
    plant: "letter",
    test: judged,
  },
  {
    name: "accepts a file while the scanner is unavailable",
    file: `${server}/uploads/virus-scanner.ts`,
    find: 'throw new HearthError("DOCUMENTS_UNCHECKED", { cause });\n      });\n',
    plant: 'void cause;\n        return "stream: OK";\n      });\n',
    test: `${server}/uploads/virus-scanner.test.ts`,
  },
  {
    name: "allows any number of open checkouts",
    file: `${server}/features/payments/checkout/create-checkout.ts`,
    find: "if (open > limits.openCheckoutsPerPayer)",
    plant: "if (open > 10 * limits.openCheckoutsPerPayer)",
    test: `${server}/features/payments/checkout/create-checkout.int.test.ts`,
  },
  {
    name: "fails at a path that cannot be decoded once more",
    file: `${server}/trpc/guard-request.ts`,
    find: 'if (path.includes("%")) throw',
    plant: 'if (path.includes("%2")) throw',
    test: `${server}/trpc/odd-paths.int.test.ts`,
  },
  {
    name: "counts calls of no procedure against no limit",
    file: `${server}/trpc/guard-request.ts`,
    find: 'rateLimits.take("call", networkOf(request.ip));',
    plant: "void rateLimits;",
    test: `${server}/trpc/odd-paths.int.test.ts`,
  },
  {
    name: "signs in within a batch whose commas are escaped twice",
    file: `${server}/trpc/guard-request.ts`,
    find: 'if (path.includes("%")) throw',
    plant: "if (path.includes('%') && !URL.canParse(`http://localhost/?${path}`)) throw",
    test: `${server}/trpc/mount.int.test.ts`,
  },
  {
    name: "lists the unseen characters of names instead of using Unicode's property",
    file: "packages/domain/src/text.ts",
    find: "const unseen = /[\\p{Default_Ignorable_Code_Point}",
    plant: "const unseen = /[\\u00ad\\u034f\\u061c\\u115f\\u1160\\u17b4\\u17b5\\u180e\\u200b-\\u200f\\u2060-\\u2064\\u3164\\ufeff\\uffa0",
    test: "packages/domain/src/text.test.ts",
  },
  {
    name: "hides text in the tags of a flag",
    file: "packages/domain/src/text.ts",
    find: "(?:\\u{e0065}\\u{e006e}\\u{e0067}|",
    plant: "(?:[\\u{e0020}-\\u{e007e}]+|\\u{e0065}\\u{e006e}\\u{e0067}|",
    test: "packages/domain/src/text.test.ts",
  },
];
