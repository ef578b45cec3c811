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
    name: "a checkout expires by the clock alone",
    file: `${checkout}/end-payment.ts`,
    find: "if (!(await hasReadPast(tx, payment.chainId, payment.expiresAt)) || ",
    plant: "if (",
    test: settling,
  },
  {
    name: "a repeat is refused while the network is away",
    file: `${checkout}/create-checkout.ts`,
    find: "if (earlier) return earlier.answer;",
    plant: "",
    test: `${checkout}/create-checkout.int.test.ts`,
  },
  {
    name: "a purchase expires while its money is with the merchant",
    file: `${checkout}/end-payment.ts`,
    find: " || (await hasMoneyForOrderOf(tx, { payment, topUp: null }))",
    plant: "",
    test: buying,
  },
  {
    name: "a payer whose purchase arrived is asked to link the onramp's wallet",
    file: `${checkout}/checkout.view.ts`,
    find: "progress.purchase?.hasArrived === true ? 0 : row.unrecognised",
    plant: "row.unrecognised",
    test: buying,
  },
  {
    name: "a payment whose money waits for confirmations is shown as failed",
    file: "packages/domain/src/disputes/status.ts",
    find: 'if (hasArrived && (status === "failed" || status === "cancelled")) return "arrived";',
    plant: "",
    test: settling,
  },
  {
    name: "a second authorization is queued behind one that was mined",
    file: "drizzle/0022_top_ups_and_money_sent_back.sql",
    find: `WHERE "relays"."status" <> 'failed';`,
    plant: `WHERE "relays"."status" in ('queued', 'sent');`,
    test: "apps/server/src/features/payments/relay/relay-authorizations.int.test.ts",
  },
  {
    name: "a sponsor's calldata says which checkout the payer meant",
    file: "packages/chain/src/transfer-binding.ts",
    find: "? callOfSafe(tx.input, moved) : null;",
    plant: "? tx.input : null;",
    test: sponsored,
  },
  {
    name: "money without a reference completes one of two refunds that it fits",
    file: `${features}/settlement/recording/record-transfer.ts`,
    find: "return only === undefined || others.length > 0 ? null : only;",
    plant: "return only === undefined || others.length > 1 ? null : only;",
    test: sponsored,
  },
  {
    name: "money without a reference completes a refund from a wallet that nobody proved",
    file: `${features}/ledger/refunds.repo.ts`,
    find: "            lte(table.provenFromBlock, blockNumber),\n",
    plant: "",
    test: sponsored,
  },
  {
    name: "the sum of a payment's parts counts a transfer twice",
    file: "packages/domain/src/payments/short.ts",
    find: "    sum += usdcUnits;",
    plant: "    sum += place === 0 ? usdcUnits * 2n : usdcUnits;",
    test: "packages/domain/src/payments/short.test.ts",
  },
  {
    name: "parts complete a payment that they do not reach",
    file: "apps/server/src/features/settlement/recording/align-parts.ts",
    find: "enoughTogether(staying, payment.amountCents).map",
    plant: "staying.map",
    test: toppingUp,
  },
  {
    name: "only the last part is credited",
    file: "apps/server/src/features/settlement/counting/count-transfer.ts",
    find: "completed.flatMap(({ paymentId, paying }) => paying.flatMap(",
    plant: "completed.flatMap(({ paymentId, last }) => [last].flatMap(",
    test: toppingUp,
  },
  {
    name: "a part that leaves the chain leaves its payment completed",
    file: "apps/server/src/features/settlement/recording/undo-transfers.ts",
    find: 'transferId !== transfer.id && transfer.verdict !== "part"',
    plant: "transferId !== transfer.id",
    test: repairing,
  },
  {
    name: "a part counts before the others are deep enough",
    file: "apps/server/src/features/settlement/counting/count-transfer.ts",
    find: "const isSettled = paying.every((transfer) => {",
    plant: "const isSettled = paying.some((transfer) => {",
    test: toppingUp,
  },
  {
    name: "a failed payment is offered again while its money is seen",
    file: "apps/web/src/areas/consumer/payment/payment-dialog.tsx",
    find: "if (transfer !== null || hasArrived) return null;",
    plant: "",
    test: "apps/web/src/areas/consumer/payment/payment-dialog.browser.test.tsx",
  },
];
