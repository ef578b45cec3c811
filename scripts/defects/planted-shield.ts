import type { Defect } from "./defect.ts";

const server = "apps/server/src";

/** What keeps secrets, dangerous files and too much of everything from doing harm. */
export const shielding: Defect[] = [
  {
    name: "whoever wraps a failed statement repeats its values in the log",
    file: `${server}/log-errors.ts`,
    find: 'if (!(cause instanceof Error) || cause.message === "") return error.message;',
    plant: "if (depth === 0) return error.message;",
    test: `${server}/testing/secrets-in-log.int.test.ts`,
  },
];
