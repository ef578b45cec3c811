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
];
