import type { Defect } from "./defect.ts";

const merchants = "apps/server/src/features/businesses";
const test = `${merchants}/reviews.int.test.ts`;

/** Payers who are misled to another business by its name. */
export const reviews: Defect[] = [
  {
    name: "treats a name in look-alike letters as different",
    file: `${merchants}/name-skeleton.ts`,
    find: "prototypeOf.get(letter) ?? letter",
    plant: "letter",
    test: `${merchants}/name-skeleton.test.ts`,
  },
  {
    name: "lets a business with a taken name be paid without a review",
    file: "apps/server/src/features/merchant-area/business/registration.service.ts",
    find: 'status: "inactive" as const, heldAt: now',
    plant: 'status: "active" as const, heldAt: now',
    test,
  },
  {
    name: "lets two businesses with one name be paid when they register at the same moment",
    file: `${merchants}/look-alikes.ts`,
    find: "  await holdSkeleton(tx, skeleton);\n",
    plant: "",
    test,
  },
  {
    name: "lets a business rename itself to a taken name without a review",
    file: `${merchants}/look-alikes.ts`,
    find: "if ((await findConfusable(tx, name, merchantId)) === null) return;",
    plant: "if ((await findConfusable(tx, name, merchantId)) !== undefined) return;",
    test,
  },
  {
    name: "keeps a review's approval after a rename",
    file: "apps/server/src/features/merchant-area/business/business.service.ts",
    find: "if (newName !== undefined) await forgetReview(tx, merchantId);",
    plant: "",
    test,
  },
  {
    name: "lifts a suspension by a review",
    file: `${merchants}/review.service.ts`,
    find: 'const status = merchant.status === "suspended" ? merchant.status : decided;',
    plant: "const status = decided;",
    test,
  },
];
