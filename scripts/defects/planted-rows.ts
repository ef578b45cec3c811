import type { Defect } from "./defect.ts";

const settlement = "apps/server/src/features/settlement";
const recording = `${settlement}/recording`;
const moved = `${recording}/moved-logs.int.test.ts`;
const mending = `${recording}/mend-transfer.int.test.ts`;
const many = `${recording}/many-payments.int.test.ts`;

/** Rows that deviate from their logs, and items that block all others. */
export const rows: Defect[] = [
  {
    name: "ties a returned row of a batch to another row's transfer",
    file: "packages/chain/src/transfer-facts.ts",
    find: "[chainId, txHash, token, from, to, usdcUnits, binding?.hash",
    plant: "[chainId, txHash, token, to",
    test: moved,
  },
  {
    name: "swaps two payers of a bundle when its logs shift by one",
    file: `${recording}/known-rows.ts`,
    find: "const equal = orphanedByFacts.get(factsKey(log)) ?? [];",
    plant:
      "const equal = rows.filter(({ reorgedAt, txHash, logIndex }) => reorgedAt !== null && txHash === log.txHash && logIndex === log.logIndex);",
    test: `${recording}/user-operations.int.test.ts`,
  },
  {
    name: "forgets a decided row when only one of two equal transfers comes back",
    file: `${recording}/known-rows.ts`,
    find: "[Number(!row.isDecided), ",
    plant: "[0, ",
    test: moved,
  },
  {
    name: "keeps a row's old block after its transaction moved",
    file: `${recording}/known-rows.ts`,
    find: "await rollBackTransfers(tx, unmatchedRows.toSorted(newestFirst), now);",
    plant: "void rollBackTransfers;",
    test: moved,
  },
  {
    name: "lets a row off the chain block the log that is now in its place",
    file: "drizzle/0058_transfers_living_places.sql",
    find: ' WHERE "transfers"."orphaned_at" is null',
    plant: "",
    test: moved,
  },
  {
    name: "does not compare the reference of a stored row",
    file: "packages/chain/src/transfer-facts.ts",
    find: "return [factsKey(fields), ",
    plant: "return [fields.usdcUnits, ",
    test: mending,
  },
  {
    name: "stops every payment because of one wrong row",
    file: `${recording}/reconcile-ledger.ts`,
    find: "const mostDiffering = 10;",
    plant: "const mostDiffering = 0;",
    test: mending,
  },
  {
    name: "records a wrong row a second time",
    file: `${recording}/mend-transfer.ts`,
    find: "await rollBackTransfer(tx, row, now);",
    plant: "void rollBackTransfer;",
    test: mending,
  },
  {
    name: "accepts a row with another payment's reference in the invariants",
    file: `${settlement}/checking/invariants.repo.ts`,
    find: "and not (paid.is_own and paid.is_theirs)",
    plant: "and not paid.is_theirs",
    test: mending,
  },
  {
    name: "retries a payment that cannot be counted before all others",
    file: `${settlement}/counting/settle-transfers.ts`,
    find: 'await setAside(deps, "payment", { id: first[0], name: publicId("payment", first[0]) }, error);',
    plant: "throw error;",
    test: many,
  },
  {
    name: "stops reading the chain at a transfer that cannot be reverted",
    file: `${recording}/undo-transfers.ts`,
    find: 'await tryEach(tx, concerned, { list: "transfer", work: (inner, transfer) => rollBackTransfer(inner, transfer, now), itemOf, now });',
    plant: "for (const transfer of concerned) await rollBackTransfer(tx, transfer, now);",
    test: many,
  },
  {
    name: "skips unrecorded logs in the comparison",
    file: `${recording}/reconcile-ledger.ts`,
    find: "invented.length + apart.invented + failed === 0",
    plant: "invented.length + apart.invented === 0",
    test: many,
  },
];
