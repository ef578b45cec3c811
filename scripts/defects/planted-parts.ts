import type { Defect } from "./defect.ts";

const features = "apps/server/src/features";
const attachParts = `${features}/payments/unmatched/attach-parts.int.test.ts`;
const followOrders = `${features}/payments/onramp/follow-orders.int.test.ts`;

/** Money that a person attached, or that an onramp's order delivered, of any amount. */
export const parts: Defect[] = [
  {
    name: "attached money of too much is said to be exact",
    file: "packages/domain/src/payments/short.ts",
    find: "if (beyond === 0n) return",
    plant: "if (beyond >= 0n) return",
    test: attachParts,
  },
  {
    name: "attached money of another amount is never deep enough to count",
    file: `${features}/settlement/counting/count-transfer.ts`,
    find: '((isSaid || verdict === "part") && { usdcUnits })',
    plant: '(verdict === "part" && { usdcUnits })',
    test: attachParts,
  },
  {
    name: "an attached transfer is forgotten when its block is replaced",
    file: `${features}/settlement/recording/match-payment.ts`,
    find: '(boundBy !== "admin" && boundBy !== "onramp")',
    plant: 'boundBy !== "onramp"',
    test: attachParts,
  },
  {
    name: "an attached part is not added to what had arrived",
    file: `${features}/payments/unmatched/attach-transfer.ts`,
    find: '  if (verdict === "short") await alignParts(tx, payment, at);\n',
    plant: "",
    test: attachParts,
  },
  {
    name: "a second clerk takes a transfer from the payment that the first one attached it to",
    file: `${features}/payments/unmatched/attach-transfer.ts`,
    find: 'if (transfer.boundBy === "admin") throw',
    plant: "if (false) throw",
    test: attachParts,
  },
  {
    name: "money that goes back is offered at a payment",
    file: `${features}/payments/unmatched/unmatched-transfers.repo.ts`,
    find: "        not(isGoingBack),\n        notBefore",
    plant: "        notBefore",
    test: attachParts,
  },
  {
    name: "an order's money counts although other money has paid the payment",
    file: `${features}/payments/onramp/follow-orders.ts`,
    find: "const isPaid = payment.transferId !== null || (await hasMatchedTransfer(tx, payment.id));",
    plant: "const isPaid = false;",
    test: followOrders,
  },
  {
    name: "an order takes money of another amount although another order's is in the transaction",
    file: "packages/domain/src/payments/deliveries.ts",
    find: "if (left.length !== free.length) return assigned;",
    plant: "",
    test: "packages/domain/src/payments/deliveries.test.ts",
  },
  {
    name: "a second order of a payment counts the first one's money as its own",
    file: `${features}/ledger/onramp-orders.repo.ts`,
    find: "return delivered > bound;",
    plant: "return delivered > 0;",
    test: followOrders,
  },
  {
    name: "a duplicate stays one where the money beside it has left the chain",
    file: `${features}/settlement/recording/align-parts.ts`,
    find: "if (duplicate) await promote(tx, duplicate, now);",
    plant: "",
    test: followOrders,
  },
  {
    name: "money of an order is nobody's once an administrator takes it off another payment",
    file: `${features}/payments/unmatched/attach-transfer.ts`,
    find: "if (transfer.binding === null) return releaseOrders(tx, { txHash: transfer.txHash }, at);",
    plant: "if (transfer.binding === null) return;",
    test: followOrders,
  },
  {
    name: "the check of the state passes over money that a reference or an order names",
    file: `${features}/settlement/checking/check-invariants.ts`,
    find: "(await listOwnerlessMoney(db, ids))",
    plant: "(await listOwnerlessMoney(db, []))",
    test: followOrders,
  },
];
