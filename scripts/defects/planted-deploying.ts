import type { Defect } from "./defect.ts";

const migrations = "packages/db/src/migrate.int.test.ts";

/** Defects that would stop payments during a deployment. */
export const deploying: Defect[] = [
  {
    name: "a migration that waits for its table makes everybody wait behind it",
    file: "packages/db/src/migrate.ts",
    find: "set lock_timeout = ${lockTimeoutMs}",
    plant: "set lock_timeout = 0",
    test: migrations,
  },
  {
    name: "a migration that fails leaves half of itself",
    file: "packages/db/src/migrate.ts",
    find: "isConcurrent ? apply(client) : client.begin(apply)",
    plant: "isConcurrent ? apply(client) : apply(client)",
    test: migrations,
  },
  {
    name: "a server that ends turns away who was sent to it before",
    file: "apps/server/src/main.ts",
    find: "await sleep(delayMs);",
    plant: "",
    test: "apps/server/src/testing/roles.int.test.ts",
  },
  {
    name: "a trace tells a checkout's reference",
    file: "apps/server/src/tracing.ts",
    find: 'span.setAttribute(name, "[left out]")',
    plant: "void span",
    test: "apps/server/src/tracing.int.test.ts",
  },
];
