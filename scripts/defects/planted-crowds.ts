import type { Defect } from "./defect.ts";

const settlement = "apps/server/src/features/settlement";
const crowds = `${settlement}/recording/crowds.int.test.ts`;

/** Floods of transfers that delay payers, or whose money is lost or stored twice. */
export const crowding: Defect[] = [
  {
    name: "a payer at a crowded wallet waits for the crowd",
    file: `${settlement}/reading/choose-first.ts`,
    find: "const byPrice = Map.groupBy(crowd.filter(isAwaited), (transfer) => transfer.usdcUnits);",
    plant: "const byPrice = Map.groupBy(crowd.filter((transfer) => isAwaited(transfer) && false), (transfer) => transfer.usdcUnits);",
    test: crowds,
  },
  {
    name: "what crowds sent is said to be kept when it was left",
    file: `${settlement}/reading/watch-chain.ts`,
    find: "const isAllKept = page.isWhole && cursor.keptNumber === cursor.blockNumber;",
    plant: "const isAllKept = page.isWhole || cursor.keptNumber === cursor.blockNumber;",
    test: crowds,
  },
  {
    name: "the rest of blocks that have left the chain is kept",
    file: `${settlement}/recording/keep-rest.ts`,
    find: "if (!last || !isRead(last) ||",
    plant: "if (!last ||",
    test: crowds,
  },
  {
    name: "a checkout ends before all that came in its time is kept",
    file: "apps/server/src/features/ledger/chain-cursor.repo.ts",
    find: "isBlockAfter(cursor.keptTime, moment)",
    plant: "cursor.blockTime > moment",
    test: crowds,
  },
  {
    name: "who has lost the lock goes on working",
    file: "packages/db/src/held-lock.ts",
    find: "const onclose = () => {\n    confirmedAt = -Infinity;",
    plant: "const onclose = () => {",
    test: "packages/db/src/held-lock.int.test.ts",
  },
  {
    name: "a statement of a transaction runs on another connection",
    file: "packages/db/src/built-once.ts",
    find: "return known.client === client ? known.query : sentBy(client, known.query);",
    plant: "return known.query;",
    test: "packages/db/src/named-statements.int.test.ts",
  },
];
