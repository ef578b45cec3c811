import type { Defect } from "./defect.ts";

const features = "apps/server/src/features";
const attachParts = `${features}/payments/unmatched/attach-parts.int.test.ts`;

/** Defects of money that a person attaches as a further part of a payment. */
export const parts: Defect[] = [
  {
    name: "more than what is missing of a payment is attached as a part of it",
    file: "packages/domain/src/payments/short.ts",
    find: "usdcUnits <= centsToUsdcUnits(short.missingCents)",
    plant: "true",
    test: attachParts,
  },
  {
    name: "an attached part is forgotten when its block is replaced",
    file: `${features}/settlement/recording/match-payment.ts`,
    find: ' && boundBy !== "admin") return null;',
    plant: ") return null;",
    test: attachParts,
  },
  {
    name: "an attached part is not added to what had arrived",
    file: `${features}/payments/unmatched/attach-transfer.ts`,
    find: "  if (isPart) await alignParts(tx, payment, at);\n",
    plant: "",
    test: attachParts,
  },
];
