import type { Defect } from "./defect.ts";

const test = "apps/server/src/testing/replica.int.test.ts";

/** Queries to a replica that lags, is gone or does not exist. */
export const replica: Defect[] = [
  {
    name: "reads from a replica regardless of its lag",
    file: "packages/db/src/replica.ts",
    find: "behindMs() <= boundMs ? connection.db : null",
    plant: "connection.db",
    test,
  },
  {
    name: "treats a primary database as a replica",
    file: "packages/db/src/replica.ts",
    find: "(pg_last_wal_replay_lsn() - '0/0')::text as bytes where pg_is_in_recovery()",
    plant: "(coalesce(pg_last_wal_replay_lsn(), 'FFFFFFFF/0') - '0/0')::text as bytes",
    test,
  },
  {
    name: "reads the first page of a list from the replica",
    file: "apps/server/src/trpc/procedures.ts",
    find: "replicaWhere((input) => Object(input).cursor !== undefined)",
    plant: "replicaWhere(() => true)",
    test,
  },
  {
    name: "does not retry a query that failed on the replica on the primary",
    file: "apps/server/src/trpc/procedures.ts",
    find: "if (db === null || result.ok) return result;",
    plant: "if (db !== undefined) return result;",
    test,
  },
];
