import type { Defect } from "./defect.ts";

const features = "apps/server/src/features";
const whoMayCall = "apps/server/src/testing/authorization-trpc.int.test.ts";
const isOwn = 'eq(payments.consumerId, sql.placeholder("consumerId"))';

/** Defects in the statement that reads a payment: another payer's rows, or a wrong amount. */
export const reading: Defect[] = [
  {
    name: "shows a payment's status to anybody",
    file: `${features}/ledger/payments.repo.ts`,
    find: isOwn,
    plant: 'sql`${sql.placeholder("consumerId")}::uuid is not null`',
    test: whoMayCall,
  },
  {
    name: "shows anybody a payment and its checkout's URL",
    file: `${features}/payments/rows/payment-detail.repo.ts`,
    find: isOwn,
    plant: 'sql`${sql.placeholder("consumerId")}::uuid is not null`',
    test: whoMayCall,
  },
  {
    name: "lists everybody's payments on the first page",
    file: `${features}/payments/rows/listed-payments.repo.ts`,
    find: 'eq(payments.consumerId, hideFromPlanner(sql.placeholder("consumerId")))',
    plant: 'sql`${sql.placeholder("consumerId")}::uuid is not null`',
    test: `${features}/payments/history/history.int.test.ts`,
  },
  {
    name: "rounds large amounts within a row",
    file: "packages/db/src/rows-within.ts",
    find: "/^(bigint|numeric)/.test(column.getSQLType())",
    plant: "/^never/.test(column.getSQLType())",
    test: "packages/db/src/rows-within.int.test.ts",
  },
  {
    name: "omits the start of a checkout from the payment's timeline",
    file: `${features}/ledger/payments.repo.ts`,
    find: "::uuid, created_at from created)",
    plant: "::uuid, created_at from created where false)",
    test: `${features}/payments/checkout/create-checkout.int.test.ts`,
  },
  {
    name: "reads two equal transfers of a block as one",
    file: `${features}/settlement/recording/record-payments.ts`,
    find: "return fresh.filter(({ observed }) => !insertedByLog.has(observed));",
    plant:
      "const left = fresh.filter((observed) => !insertedByLog.has(observed));\n  return [...new Map(left.map((observed) => [observed.binding?.hash ?? observed, observed])).values()];",
    test: `${features}/settlement/recording/many-payments.int.test.ts`,
  },
  {
    name: "matches a transfer with another checkout after its block was replaced",
    file: `${features}/settlement/recording/match-payment.ts`,
    find: "again || only",
    plant: "only",
    test: `${features}/settlement/counting/top-ups.int.test.ts`,
  },
  {
    name: "shows a payment's time in its merchant's zone instead of its lease's",
    file: "packages/db/src/lease-place.ts",
    find: "select l.time_zone from",
    plant: "select null::text from",
    test: `${features}/payments/payment-zone.int.test.ts`,
  },
  {
    name: "lists a landlord's payment with its merchant's zone instead of its lease's",
    file: "packages/db/src/lease-place.ts",
    find: "coalesce(${leases.timeZone}, ${merchants.timeZone})",
    plant: "${merchants.timeZone}",
    test: `${features}/payments/payment-zone.int.test.ts`,
  },
  {
    name: "writes the times of a CSV file in the reader's zone",
    file: "apps/server/src/csv/export-rows.ts",
    find: "localTime(dateOf(row), zone ?? timeZone)",
    plant: "localTime(dateOf(row), timeZone)",
    test: `${features}/payments/payment-zone.int.test.ts`,
  },
];
