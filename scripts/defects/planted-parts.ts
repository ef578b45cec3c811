import type { Defect } from "./defect.ts";

const features = "apps/server/src/features";
const attachParts = `${features}/payments/unmatched/attach-parts.int.test.ts`;
const tenantCredit = `${features}/payments/unmatched/tenant-credit.int.test.ts`;
const followOrders = `${features}/payments/onramp/follow-orders.int.test.ts`;

/** Money that a person attached, or that an onramp's order delivered, of any amount. */
export const parts: Defect[] = [
  {
    name: "reports an attached overpayment as exact",
    file: "packages/domain/src/payments/short.ts",
    find: "if (beyond === 0n) return",
    plant: "if (beyond >= 0n) return",
    test: attachParts,
  },
  {
    name: "never counts an attached transfer of another amount",
    file: `${features}/settlement/counting/count-transfer.ts`,
    find: '((isSaid || verdict === "part") && { usdcUnits })',
    plant: '(verdict === "part" && { usdcUnits })',
    test: attachParts,
  },
  {
    name: "forgets an attached transfer when its block is replaced",
    file: `${features}/settlement/recording/match-payment.ts`,
    find: '(boundBy !== "admin" && boundBy !== "onramp")',
    plant: 'boundBy !== "onramp"',
    test: attachParts,
  },
  {
    name: "does not add an attached part to earlier parts",
    file: `${features}/payments/unmatched/attach-transfer.ts`,
    find: '  if (verdict === "short") await alignParts(tx, payment, at);\n',
    plant: "",
    test: attachParts,
  },
  {
    name: "lets a second clerk move a transfer that the first one attached",
    file: `${features}/payments/unmatched/attach-transfer.ts`,
    find: 'if (transfer.boundBy === "admin") throw',
    plant: "if (false) throw",
    test: attachParts,
  },
  {
    name: "offers a transfer that is being returned for a payment",
    file: `${features}/payments/unmatched/unmatched-transfers.repo.ts`,
    find: "        not(isBeingReturned),\n        notBefore",
    plant: "        notBefore",
    test: attachParts,
  },
  {
    name: "counts an onramp order's money for a payment that is already paid",
    file: `${features}/payments/onramp/follow-orders.ts`,
    find: "const isPaid = payment.transferId !== null || (await hasMatchedTransfer(tx, payment.id));",
    plant: "const isPaid = false;",
    test: followOrders,
  },
  {
    name: "matches an onramp order with another order's transfer in the same transaction",
    file: "packages/domain/src/payments/deliveries.ts",
    find: "if (unassigned.length !== free.length) return assigned;",
    plant: "",
    test: "packages/domain/src/payments/deliveries.test.ts",
  },
  {
    name: "counts the first onramp order's money for the second order",
    file: `${features}/ledger/onramp-orders.repo.ts`,
    find: "return delivered > bound;",
    plant: "return delivered > 0;",
    test: followOrders,
  },
  {
    name: "keeps a duplicate after the original transfer left the chain",
    file: `${features}/settlement/recording/align-parts.ts`,
    find: "if (duplicate) await promote(tx, duplicate, now);",
    plant: "",
    test: followOrders,
  },
  {
    name: "loses an onramp order's money when an administrator detaches it from another payment",
    file: `${features}/payments/unmatched/attach-transfer.ts`,
    find: "if (transfer.binding === null) return releaseOrders(tx, { txHash: transfer.txHash }, at);",
    plant: "if (transfer.binding === null) return;",
    test: followOrders,
  },
  {
    name: "skips transfers with a reference or an order in the state check",
    file: `${features}/settlement/checking/check-invariants.ts`,
    find: "(await listOwnerlessMoney(db, ids))",
    plant: "(await listOwnerlessMoney(db, []))",
    test: followOrders,
  },
  {
    name: "refuses unmatched money for a tenant because it came before the payment that is opened for it",
    file: `${features}/payments/unmatched/attach-transfer.ts`,
    find: "(isAdmin || opensPayment) && { notBefore: null }",
    plant: "isAdmin && { notBefore: null }",
    test: tenantCredit,
  },
  {
    name: "lets a landlord undo any payment that somebody attached money to",
    file: `${features}/payments/unmatched/unmatched-transfers.repo.ts`,
    find: "and e.data->>'opensPayment' = 'true'",
    plant: "",
    test: tenantCredit,
  },
  {
    name: "leaves the payment open when money recorded for a tenant is undone",
    file: `${features}/payments/unmatched/tenant-credit.service.ts`,
    find: 'if (await markEnded(tx, id, { status: "cancelled", notes: null, now })) {',
    plant: "if (now.getTime() < 0) {",
    test: tenantCredit,
  },
  {
    name: "records money for a tenant who says that it paid another payment",
    file: `${features}/payments/unmatched/tenant-credit.service.ts`,
    find: "if (own) throw conflict(",
    plant: "if (own && false) throw conflict(",
    test: tenantCredit,
  },
  {
    name: "records money for a tenant of another landlord",
    file: `${features}/rent/rows/tenant-credit.repo.ts`,
    find: "and l.merchant_id = ${merchantId}::uuid and l.undone_at is null\n    ), found",
    plant: "and (l.merchant_id = ${merchantId}::uuid or ${tenantId !== undefined}) and l.undone_at is null\n    ), found",
    test: tenantCredit,
  },
  {
    name: "lists the tenant whose wallet sent unmatched money after the others",
    file: `${features}/rent/rows/tenant-credit.repo.ts`,
    find: "order by f.is_likely desc,",
    plant: "order by f.is_likely,",
    test: tenantCredit,
  },
  {
    name: "takes money back from a tenant's lease after a refund of it",
    file: `${features}/payments/unmatched/attach-transfer.ts`,
    find: "if (await hasDependents(tx, transfer.paymentId))",
    plant: "if (false && (await hasDependents(tx, transfer.paymentId)))",
    test: tenantCredit,
  },
  {
    name: "leaves the late fees that a tenant's unmatched money makes wrong",
    file: `${features}/rent/leases/tenant-credit.ts`,
    find: "if (!voidFees) return;",
    plant: "if (voidFees) return;",
    test: `${features}/rent/charges/late-fees.int.test.ts`,
  },
];
