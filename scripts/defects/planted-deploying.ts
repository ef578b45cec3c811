import type { Defect } from "./defect.ts";

const migrations = "packages/db/src/migrate.int.test.ts";

/** Defects that would stop payments during a deployment. */
export const deploying: Defect[] = [
  {
    name: "blocks every query behind a migration that waits for its table",
    file: "packages/db/src/migrate.ts",
    find: "set lock_timeout = ${lockTimeoutMs}",
    plant: "set lock_timeout = 0",
    test: migrations,
  },
  {
    name: "leaves a failed migration half applied",
    file: "packages/db/src/migrate.ts",
    find: "isConcurrent ? apply(client) : client.begin(apply)",
    plant: "isConcurrent ? apply(client) : apply(client)",
    test: migrations,
  },
  {
    name: "refuses requests during shutdown that were routed to it before",
    file: "apps/server/src/main.ts",
    find: "await sleep(delayMs);",
    plant: "",
    test: "apps/server/src/testing/roles.int.test.ts",
  },
  {
    name: "writes a checkout's reference into a trace",
    file: "apps/server/src/tracing.ts",
    find: 'span.setAttribute(name, "[left out]")',
    plant: "void span",
    test: "apps/server/src/tracing.int.test.ts",
  },
];
