import type { Defect } from "./defect.ts";

const features = "apps/server/src/features";
const sendBack = `${features}/refunds/send-back.int.test.ts`;

/** Defects of sending money back that no payment has. */
export const returns: Defect[] = [
  {
    name: "money that is being sent back is attached to a payment as well",
    file: `${features}/payments/unmatched/attach-transfer.ts`,
    find: "  await requireStaying(tx, transfer);\n",
    plant: "",
    test: sendBack,
  },
  {
    name: "more is sent back of a transfer than came in with it",
    file: `${features}/settlement/returns/settle-refund.ts`,
    find: "await sumHeld(tx, origin.sourceTransferId)",
    plant: "2n ** 200n",
    test: sendBack,
  },
  {
    name: "a transfer that is on its way back is sent a second time",
    file: `${features}/refunds/send-back.service.ts`,
    find: 'if ((await listReturns(tx, transfer.id)).some(({ givenBackAt }) => givenBackAt === null))\n    throw conflict("It was already sent, and is waiting for its confirmations");',
    plant: "",
    test: sendBack,
  },
  {
    name: "what goes back to its sender is a part of its payment as well",
    file: `${features}/settlement/recording/align-parts.ts`,
    find: "tooLittle.filter(({ isGoingBack }) => !isGoingBack)",
    plant: "tooLittle.filter(() => true)",
    test: `${features}/settlement/checking/histories.int.test.ts`,
  },
  {
    name: "money is sent back that the chain may still take away",
    file: "packages/domain/src/refunds/send-back.ts",
    find: 'return isConfirmed ? null : "notConfirmed";',
    plant: "return null;",
    test: "packages/domain/src/refunds/send-back.test.ts",
  },
  {
    name: "money may be sent by hand where it could be for either of two",
    file: `${features}/refunds/by-hand.ts`,
    find: "isAlone: await isOnlyOneLikeIt(db, refund)",
    plant: "isAlone: true",
    test: `${features}/refunds/by-hand.int.test.ts`,
  },
  {
    name: "a refund goes to a stranger who sent a part of the payment",
    file: "packages/domain/src/refunds/destination.ts",
    find: '  if (others.length > 0) return { to: null, unknown: "severalWallets" };\n',
    plant: "",
    test: "packages/domain/src/refunds/destination.test.ts",
  },
  {
    name: "a wallet that was only typed in counts as proven for refunds",
    file: `${features}/ledger/refund-sources.repo.ts`,
    find: " and w.proven_at is not null",
    plant: "",
    test: `${features}/refunds/refund-sources.int.test.ts`,
  },
  {
    name: "an open refund keeps its wallet when others pay the payment",
    file: `${features}/settlement/counting/count-transfer.ts`,
    find: "    await reviewOpenRefund(tx, paymentId, now);\n",
    plant: "",
    test: `${features}/refunds/refund-sources.int.test.ts`,
  },
  {
    name: "nobody looks whether a refund goes to a wallet that was only one of several senders",
    file: `${features}/settlement/checking/invariants.repo.ts`,
    find: " and lower(t.from_address) <> lower(r.to_address)",
    plant: " and false",
    test: `${features}/refunds/refund-sources.int.test.ts`,
  },
  {
    name: "an exchange's deposit address is offered as a wallet to refund from",
    file: `${features}/refunds/refund-wallets.service.ts`,
    find: "own.filter(({ isExchange }) => !isExchange)",
    plant: "own.filter(() => true)",
    test: `${features}/refunds/refund-wallets.int.test.ts`,
  },
  {
    name: "a refund that was sent by hand from a proven refund wallet is not recognised",
    file: `${features}/settlement/recording/record-transfers.ts`,
    find: "wallets.isRefundWallet(from) || ",
    plant: "",
    test: `${features}/refunds/refund-wallets.int.test.ts`,
  },
];
