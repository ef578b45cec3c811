import type { Defect } from "./defect.ts";

const features = "apps/server/src/features";
const judge = "packages/chain/src/payee-card.ts";
const judged = "packages/chain/src/payee-card.test.ts";
const guard = `${features}/payees/payee-cards.ts`;
const doors = `${features}/payees/payee-doors.int.test.ts`;
const signing = `${features}/merchant-area/business/payee-card.service.ts`;
const signed = `${features}/merchant-area/business/payee-card.int.test.ts`;

/** Payee cards that are believed although no rule allows it, and payments that ignore them. */
export const payeeCardDefects: Defect[] = [
  {
    name: "takes a payee card that another wallet signed",
    file: judge,
    find: 'if (!isAgreed && !isOneOf(signer, card.wallet)) return refused("badSignature");',
    plant: 'if (signer === null) return refused("badSignature");',
    test: judged,
  },
  {
    name: "takes an older payee card than the known one",
    file: judge,
    find: 'if (known !== null && newest.card.sequence < known.sequence) return refused("lowerSequence");',
    plant: "",
    test: judged,
  },
  {
    name: "takes a payee card in the place of the known one",
    file: judge,
    find: 'if (known !== null && hashes[known.sequence - 1] !== known.hash) return refused("brokenChain");',
    plant: "",
    test: judged,
  },
  {
    name: "pays at once by a payee card that only the new wallet signed",
    file: judge,
    find: "seen === null ? 0 : seen + waitHours * 3_600_000",
    plant: "0",
    test: judged,
  },
  {
    name: "stores a payee card that another wallet signed",
    file: signing,
    find: "if (!isAgreed && (signer === null || !sameAddress(signer, wallet)))",
    plant: "if (signer === null)",
    test: signed,
  },
  {
    name: "stores a payee card that counts before the 72 hours after the notice",
    file: signing,
    find: "const earliest = Math.max(aloneFrom?.getTime() ?? Infinity, now.getTime() - hourMs);",
    plant: "const earliest = now.getTime() - hourMs;",
    test: signed,
  },
  {
    name: "forgets to notify the payers of a wallet that the old one did not sign",
    file: signing,
    find: "await insertPayerNotice(tx, { merchantId, payeeId, createdAt: deps.clock.now() });",
    plant: "",
    test: signed,
  },
  {
    name: "notifies only the first page of payers of a new payout wallet",
    file: `${features}/payees/notify-payers.ts`,
    find: "const isLast = userIds.length < payersAtOnce;",
    plant: "const isLast = true;",
    test: signed,
  },
  {
    name: "changes an agreed payout wallet without its payee card",
    file: `${features}/merchant-area/business/payout-change.service.ts`,
    find: "if (isAgreed) await agreeToCard(deps, tx, move);",
    plant: "",
    test: signed,
  },
  {
    name: "opens a checkout to a payout wallet that was changed in the database",
    file: `${features}/payments/checkout/create-checkout.ts`,
    find: "  await requirePayeeOnCard(deps, cardedOf(payableMerchant));\n",
    plant: "",
    test: doors,
  },
  {
    name: "opens a checkout for a bill to a payout wallet that was changed in the database",
    file: `${features}/payments/checkout/pay-bill.ts`,
    find: "  await requirePayeeOnCard(deps, cardedOf(payableMerchant));\n",
    plant: "",
    test: doors,
  },
  {
    name: "shows a payout wallet that was changed in the database",
    file: `${features}/payments/payments.service.ts`,
    find: 'if (checkoutStatus(row) === "pending") await requirePaymentOnCard',
    plant: 'if (checkoutStatus(row) === "cancelled") await requirePaymentOnCard',
    test: doors,
  },
  {
    name: "relays a payment to a payout wallet that was changed in the database",
    file: `${features}/payments/relay/send-queued.ts`,
    find: "merchant !== undefined && (await isPaymentOnCard(deps, merchant, payment))",
    plant: "merchant !== undefined",
    test: doors,
  },
  {
    name: "sends a scheduled payment to a payout wallet that was changed in the database",
    file: `${features}/autopay/send-scheduled-payments.ts`,
    find: "if (isPayable && !(await isPaymentOnCard(deps, merchant, { payeeId, payeeAddress, createdAt }))) throw new PayeeNotOnCard();",
    plant: "",
    test: doors,
  },
  {
    name: "raises no alarm about a payout wallet that was changed in the database",
    file: guard,
    find: "await raiseAlarm(deps.db, { ...alarm, now: deps.clock.now() });",
    plant: "",
    test: doors,
  },
  {
    name: "judges a page of merchants in one turn of the process",
    file: "apps/server/src/features/payees/payee-cards.ts",
    find: "inSlices(merchants, judgedAtOnce)",
    plant: "[merchants]",
    test: "apps/server/src/features/payees/payee-doors.int.test.ts",
  },
  {
    name: "recovers all signatures of a chain of cards in one turn of the process",
    file: "apps/server/src/features/payees/payee-cards.ts",
    find: "    if (recovered > 0 && recovered % recoveredAtOnce === 0) await nextTurn();\n",
    plant: "    void nextTurn;\n",
    test: "apps/server/src/features/payees/payee-doors.int.test.ts",
  },
  {
    name: "lists a payout wallet that was changed in the database",
    file: `${features}/businesses/merchants.view.ts`,
    find: "walletAddress: isHeld ? null : row.payeeAddress,",
    plant: "walletAddress: row.payeeAddress,",
    test: doors,
  },
  {
    name: "says of a changed payout wallet that the business has none yet",
    file: "apps/web/src/features/payments/setup/use-payee.ts",
    find: "isHeld: merchantStanding.data?.payeeHeld === true",
    plant: "isHeld: merchantStanding.data?.payeeHeld === undefined",
    test: "apps/web/src/features/payments/setup/setup-forms.browser.test.tsx",
  },
];
