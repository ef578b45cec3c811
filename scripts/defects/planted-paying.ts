import type { Defect } from "./defect.ts";

const payments = "apps/server/src/features/payments";
const checkout = `${payments}/checkout`;
const settling = "apps/server/src/features/settlement/counting/settlement.int.test.ts";
const features = "apps/server/src/features";
const sponsored = `${features}/settlement/recording/sponsored-calls.int.test.ts`;
const toppingUp = "apps/server/src/features/settlement/counting/top-ups.int.test.ts";
const repairing = `${features}/settlement/reading/repair-chain.int.test.ts`;
const buying = `${payments}/onramp/buy-payment.int.test.ts`;

/** Defects in paying: checkouts that end, purchases by card. */
export const paying: Defect[] = [
  {
    name: "expires a checkout before the chain is read",
    file: `${checkout}/end-payment.ts`,
    find: "if (!(await hasReadPast(tx, payment.chainId, payment.expiresAt)) || ",
    plant: "if (",
    test: settling,
  },
  {
    name: "rejects an idempotent repeat while the network is unavailable",
    file: `${checkout}/create-checkout.ts`,
    find: "if (earlier) return earlier.answer;",
    plant: "",
    test: `${checkout}/create-checkout.int.test.ts`,
  },
  {
    name: "expires a purchase whose money reached the merchant",
    file: `${checkout}/end-payment.ts`,
    find: " || (await hasMoneyForOrderOf(tx, { payment, topUp: null }))",
    plant: "",
    test: buying,
  },
  {
    name: "asks a payer to link the onramp's wallet",
    file: `${checkout}/checkout.view.ts`,
    find: "progress.purchase?.hasArrived === true ? 0 : row.unrecognised",
    plant: "row.unrecognised",
    test: buying,
  },
  {
    name: "shows a payment that waits for confirmations as failed",
    file: "packages/domain/src/disputes/status.ts",
    find: 'if (hasArrived && (status === "failed" || status === "cancelled")) return "arrived";',
    plant: "",
    test: settling,
  },
  {
    name: "queues a second authorization after the first was mined",
    file: "drizzle/0022_top_ups_and_money_sent_back.sql",
    find: `WHERE "relays"."status" <> 'failed';`,
    plant: `WHERE "relays"."status" in ('queued', 'sent');`,
    test: "apps/server/src/features/payments/relay/relay-authorizations.int.test.ts",
  },
  {
    name: "binds a payment by a sponsor's calldata",
    file: "packages/chain/src/transfer-binding.ts",
    find: "? callOfSafe(tx.input, moved) : null;",
    plant: "? tx.input : null;",
    test: sponsored,
  },
  {
    name: "completes one of two possible refunds with a transfer without a reference",
    file: `${features}/settlement/recording/record-transfer.ts`,
    find: "return only === undefined || others.length > 0 ? null : only;",
    plant: "return only === undefined || others.length > 1 ? null : only;",
    test: sponsored,
  },
  {
    name: "completes a refund with a transfer without a reference from an unproven wallet",
    file: `${features}/ledger/refunds.repo.ts`,
    find: "            lte(table.provenFromBlock, blockNumber),\n",
    plant: "",
    test: sponsored,
  },
  {
    name: "counts a transfer twice in the sum of a payment's parts",
    file: "packages/domain/src/payments/short.ts",
    find: "    sum += usdcUnits;",
    plant: "    sum += place === 0 ? usdcUnits * 2n : usdcUnits;",
    test: "packages/domain/src/payments/short.test.ts",
  },
  {
    name: "completes a payment with parts below its amount",
    file: "apps/server/src/features/settlement/recording/align-parts.ts",
    find: "shortestPayingPrefix(staying, payment.amountCents).map",
    plant: "staying.map",
    test: toppingUp,
  },
  {
    name: "credits only the last part",
    file: "apps/server/src/features/settlement/counting/count-transfer.ts",
    find: "completed.flatMap(({ paymentId, paying }) => paying.flatMap(",
    plant: "completed.flatMap(({ paymentId, last }) => [last].flatMap(",
    test: toppingUp,
  },
  {
    name: "keeps a payment completed after a part left the chain",
    file: "apps/server/src/features/settlement/recording/undo-transfers.ts",
    find: 'transferId !== transfer.id && transfer.verdict !== "part"',
    plant: "transferId !== transfer.id",
    test: repairing,
  },
  {
    name: "counts a part before the others are confirmed",
    file: "apps/server/src/features/settlement/counting/count-transfer.ts",
    find: "const isSettled = paying.every((transfer) => {",
    plant: "const isSettled = paying.some((transfer) => {",
    test: toppingUp,
  },
  {
    name: "offers a failed payment again while its money is arriving",
    file: "apps/web/src/areas/consumer/payment/payment-dialog.tsx",
    find: "if (transfer !== null || hasArrived) return null;",
    plant: "",
    test: "apps/web/src/areas/consumer/payment/payment-dialog.browser.test.tsx",
  },
];
