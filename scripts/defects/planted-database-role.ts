import type { Defect } from "./defect.ts";

const file = "packages/db/src/server-role.ts";
const test = "packages/db/src/server-role.int.test.ts";

/** Defects in the database rights of servers. */
export const databaseRole: Defect[] = [
  {
    name: "lets servers update append-only rows",
    file,
    find: "& ${changes} = 0",
    plant: "& ${changes} >= 0",
    test,
  },
  {
    name: "lets servers delete append-only rows",
    file,
    find: "& ${removes} = 0",
    plant: "& ${removes} >= 0",
    test,
  },
  {
    name: "lets servers truncate tables",
    file,
    find: "array['select', 'insert']",
    plant: "array['select', 'insert', 'truncate']",
    test,
  },
];
