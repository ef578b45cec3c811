import type { Defect } from "./defect.ts";

const settlement = "apps/server/src/features/settlement";
const crowds = `${settlement}/recording/crowds.int.test.ts`;

/** Floods of transfers that delay payers, or whose money is lost or stored twice. */
export const crowding: Defect[] = [
  {
    name: "counts no payment together beside one that failed before",
    file: `${settlement}/counting/settle-transfers.ts`,
    find: "!failed.has(paymentId);",
    plant: "paymentId.length > 0;",
    test: `${settlement}/recording/many-payments.int.test.ts`,
  },
  {
    name: "makes a payer wait for unrelated transfers to a busy wallet",
    file: `${settlement}/reading/choose-first.ts`,
    find: "const byPrice = Map.groupBy(crowd.filter(isAwaited), (transfer) => transfer.usdcUnits);",
    plant: "const byPrice = Map.groupBy(crowd.filter((transfer) => isAwaited(transfer) && false), (transfer) => transfer.usdcUnits);",
    test: crowds,
  },
  {
    name: "reports the transfers of a busy wallet as stored when they were skipped",
    file: `${settlement}/reading/watch-chain.ts`,
    find: "const isAllKept = page.isWhole && cursor.keptNumber === cursor.blockNumber;",
    plant: "const isAllKept = page.isWhole || cursor.keptNumber === cursor.blockNumber;",
    test: crowds,
  },
  {
    name: "stores the remaining transfers of blocks that left the chain",
    file: `${settlement}/recording/record-deferred-transfers.ts`,
    find: "if (!last || !isRead(last) ||",
    plant: "if (!last ||",
    test: crowds,
  },
  {
    name: "ends a checkout before all transfers from its time are stored",
    file: "apps/server/src/features/ledger/chain-cursor.repo.ts",
    find: "isBlockAfter(cursor.keptTime, moment)",
    plant: "cursor.blockTime > moment",
    test: crowds,
  },
  {
    name: "continues to work after losing the lock",
    file: "packages/db/src/held-lock.ts",
    find: "const onclose = () => {\n    confirmedAt = -Infinity;",
    plant: "const onclose = () => {",
    test: "packages/db/src/held-lock.int.test.ts",
  },
  {
    name: "runs a transaction's query on another connection",
    file: "packages/db/src/built-once.ts",
    find: "return known.client === sender ? known.query : sentBy(sender, known.query);",
    plant: "return known.query;",
    test: "packages/db/src/named-statements.int.test.ts",
  },
  {
    name: "records what a crowd's reading left only once",
    file: "apps/server/src/jobs/loops.ts",
    find: "reading.mayHaveDeferred = true;\n        const { more, head }",
    plant: "const { more, head }",
    test: "apps/server/src/features/settlement/recording/crowds.int.test.ts",
  },
];
