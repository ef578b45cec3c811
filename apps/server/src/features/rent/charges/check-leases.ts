import type { DatabaseOrTransaction } from "@hearth/db/client";
import type { ChangedLines } from "@hearth/db/schema/unchecked-changes";
import { listBrokenCloses, listBrokenLeases, listUnallocated } from "./lease-invariants.repo.ts";

/**
 * The invariants of lease ledgers. Lines, allocations and the journal of payments agree. No money is unused while a charge is open. Each line about a closed
 * month is counted once.
 */
export const leaseRules = [
  {
    of: "leases" as const,
    check: async (db: DatabaseOrTransaction, ids: string[], lines?: ChangedLines) => {
      const rows = await listBrokenLeases(db, ids, lines);
      return rows.map(({ id, problem }) => `Lease ${id}: ${problem}`);
    },
  },
  {
    of: "leases" as const,
    check: async (db: DatabaseOrTransaction, ids: string[], lines?: ChangedLines) => {
      const rows = await listBrokenCloses(db, ids, lines);
      return rows.map(({ id, problem }) => `Lease ${id}: ${problem}`);
    },
  },
  {
    of: "leases" as const,
    check: async (db: DatabaseOrTransaction, ids: string[]) =>
      (await listUnallocated(db, ids)).map((id) => `Lease ${id} has money beside what is open, and nothing waits to bring them together`),
  },
];
