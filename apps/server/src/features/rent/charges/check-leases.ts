import type { DatabaseOrTransaction } from "@hearth/db/client";
import { listBrokenCloses, listBrokenLeases, listUnallocated } from "./lease-invariants.repo.ts";

/**
 * What ledgers of leases must be: what their lines, their allocations and the journal of payments add up to, with no money idle beside a debt, and each line
 * about a closed month counted once.
 */
export const leaseRules = [
  {
    of: "leases" as const,
    check: async (db: DatabaseOrTransaction, ids: string[]) => {
      const rows = await listBrokenLeases(db, ids);
      return rows.map(({ id, problem }) => `Lease ${id}: ${problem}`);
    },
  },
  {
    of: "leases" as const,
    check: async (db: DatabaseOrTransaction, ids: string[]) => {
      const rows = await listBrokenCloses(db, ids);
      return rows.map(({ id, problem }) => `Lease ${id}: ${problem}`);
    },
  },
  {
    of: "leases" as const,
    check: async (db: DatabaseOrTransaction, ids: string[]) =>
      (await listUnallocated(db, ids)).map((id) => `Lease ${id} has money beside what is open, and nothing waits to bring them together`),
  },
];
