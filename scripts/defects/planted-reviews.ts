import type { Defect } from "./defect.ts";

const merchants = "apps/server/src/features/merchants";
const test = `${merchants}/reviews.int.test.ts`;

/** Payers who are misled to another business by its name. */
export const reviews: Defect[] = [
  {
    name: "a name in look-alike letters is another name",
    file: `${merchants}/name-skeleton.ts`,
    find: "prototypeOf.get(letter) ?? letter",
    plant: "letter",
    test: `${merchants}/name-skeleton.test.ts`,
  },
  {
    name: "who takes another's name is paid at once",
    file: "apps/server/src/features/merchant/business/registration.service.ts",
    find: 'status: "inactive" as const, heldAt: now',
    plant: 'status: "active" as const, heldAt: now',
    test,
  },
  {
    name: "two who take one name at the same moment are both paid",
    file: `${merchants}/look-alikes.ts`,
    find: "  await holdSkeleton(tx, skeleton);\n",
    plant: "",
    test,
  },
  {
    name: "a business takes another's name by changing its own",
    file: `${merchants}/look-alikes.ts`,
    find: "if ((await findConfusable(tx, name, merchantId)) === null) return;",
    plant: "if ((await findConfusable(tx, name, merchantId)) !== undefined) return;",
    test,
  },
  {
    name: "a review goes over to another name",
    file: "apps/server/src/features/merchant/business/business.service.ts",
    find: "if (newName !== undefined) await forgetReview(tx, merchantId);",
    plant: "",
    test,
  },
  {
    name: "a review lifts a suspension",
    file: `${merchants}/review.service.ts`,
    find: 'const status = merchant.status === "suspended" ? merchant.status : decided;',
    plant: "const status = decided;",
    test,
  },
];
