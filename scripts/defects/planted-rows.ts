import type { Defect } from "./defect.ts";

const settlement = "apps/server/src/features/settlement";
const recording = `${settlement}/recording`;
const moved = `${recording}/moved-logs.int.test.ts`;
const mending = `${recording}/mend-transfer.int.test.ts`;
const many = `${recording}/many-payments.int.test.ts`;

/** Rows that deviate from their logs, and items that block all others. */
export const rows: Defect[] = [
  {
    name: "a row of a batch that came back is tied to its neighbour's money",
    file: "packages/chain/src/transfer-facts.ts",
    find: "[chainId, txHash, token, from, to, usdcUnits, binding?.hash",
    plant: "[chainId, txHash, token, to",
    test: moved,
  },
  {
    name: "two payers of one bundle swap their money when its logs are shifted by one",
    file: `${recording}/known-rows.ts`,
    find: "const equal = gone.get(factsKey(log)) ?? [];",
    plant:
      "const equal = rows.filter(({ reorgedAt, txHash, logIndex }) => reorgedAt !== null && txHash === log.txHash && logIndex === log.logIndex);",
    test: `${recording}/user-operations.int.test.ts`,
  },
  {
    name: "a row of a decision is forgotten where equal money comes back once",
    file: `${recording}/known-rows.ts`,
    find: "[Number(!row.isDecided), ",
    plant: "[0, ",
    test: moved,
  },
  {
    name: "a row keeps its old block when its transaction moved unseen",
    file: `${recording}/known-rows.ts`,
    find: "await rollBackTransfers(tx, left.toSorted(newestFirst), now);",
    plant: "void rollBackTransfers;",
    test: moved,
  },
  {
    name: "a row that left the chain keeps its place from the log that has it now",
    file: "drizzle/0058_transfers_living_places.sql",
    find: ' WHERE "transfers"."orphaned_at" is null',
    plant: "",
    test: moved,
  },
  {
    name: "a wrong row is not noticed since its reference is not compared",
    file: "packages/chain/src/transfer-facts.ts",
    find: "return [factsKey(fields), ",
    plant: "return [fields.usdcUnits, ",
    test: mending,
  },
  {
    name: "a wrong row stops every payment",
    file: `${recording}/reconcile-ledger.ts`,
    find: "const mostDiffering = 10;",
    plant: "const mostDiffering = 0;",
    test: mending,
  },
  {
    name: "a wrong row is recorded anew beside itself",
    file: `${recording}/mend-transfer.ts`,
    find: "await rollBackTransfer(tx, row, now);",
    plant: "void rollBackTransfer;",
    test: mending,
  },
  {
    name: "a row with another payment's reference passes the invariants",
    file: `${settlement}/checking/invariants.repo.ts`,
    find: "and not (paid.is_own and paid.is_theirs)",
    plant: "and not paid.is_theirs",
    test: mending,
  },
  {
    name: "a payment that cannot be counted is tried before all others for ever",
    file: `${settlement}/counting/settle-transfers.ts`,
    find: 'await setAside(deps, "payment", { id: paymentId, name: publicId("payment", paymentId) }, failure);',
    plant: "throw failure;",
    test: many,
  },
  {
    name: "a transfer that cannot be undone stops the reading of the chain",
    file: `${recording}/undo-transfers.ts`,
    find: 'await tryEach(tx, concerned, { list: "transfer", work: (inner, transfer) => rollBackTransfer(inner, transfer, now), itemOf, now });',
    plant: "for (const transfer of concerned) await rollBackTransfer(tx, transfer, now);",
    test: many,
  },
  {
    name: "a log that could not be recorded is passed over by the comparison",
    file: `${recording}/reconcile-ledger.ts`,
    find: "invented.length + apart.invented + failed === 0",
    plant: "invented.length + apart.invented === 0",
    test: many,
  },
  {
    name: "a payment is uncredited before its returns are taken back",
    file: `${recording}/undo-transfers.ts`,
    find: "await alignReturns(tx, { paymentId: payment.id }, now, leavingUnits);",
    plant: "await insertPostings(tx, postings.splice(0)); await alignReturns(tx, { paymentId: payment.id }, now);",
    test: `${recording}/undo-refunded.int.test.ts`,
  },
];
