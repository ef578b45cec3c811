import { expect, test } from "vitest";
import { crowdedFolders, foldersWithoutPlace, type LintCases, testLintCases } from "./lint-cases.ts";

const server = "apps/server/src";
const features = `${server}/features`;
const demo = "apps/demo/src";

const ownRepository = "A repository belongs to its own feature";
const leftOnly = "Features import only services to their left";
const notWhoUses = "The server does not import its clients";
const noDemo = "The demo is a program, not a library";
const noTests = "Production code does not import test code";
const byName = "Import another workspace by its name";
const sqlElsewhere = "SQL lives in packages/db";
const ownsTheChain = "Code that talks to the chain lives in packages/chain";
const notWhoStarts = "the programs that start it";
const startsOnly = "The packages that start programs do not import the programs";
const roomsLeftOnly = "The folders of payments import only folders to their left";
const authRoomsLeftOnly = "The folders of auth import only folders to their left";
const rentRoomsLeftOnly = "The folders of rent import only folders to their left";
const settlementRoomsLeftOnly = "The folders of settlement import only folders to their left";

const refused: LintCases["refused"] = [
  { file: `${features}/operations/refused.ts`, imports: "../auth/auth.repo.ts", says: ownRepository },
  { file: `${features}/operations/refused.ts`, imports: "../ledger/chain-cursor.repo.ts", says: ownRepository },
  { file: `${features}/records/refused.ts`, imports: "../ledger/payments.repo.ts", says: ownRepository },
  { file: `${features}/merchant-area/refused.ts`, imports: "../payments/rows/listed-payments.repo.ts", says: ownRepository },
  { file: `${features}/payments/history/refused.ts`, imports: "../../auth/auth.repo.ts", says: ownRepository },
  { file: `${features}/payments/rows/refused.repo.ts`, imports: "../../auth/auth.repo.ts", says: ownRepository },
  { file: `${server}/jobs/refused.ts`, imports: "../features/ledger/payments.repo.ts", says: ownRepository },
  { file: `${demo}/refused.ts`, imports: "@hearth/server/features/ledger/chain-cursor.repo", says: ownRepository },
  { file: `${demo}/refused.ts`, imports: "@hearth/cli/settings", says: "fills a database and a chain that are there" },
  { file: `${server}/refused.ts`, imports: "@hearth/demo/seed-demo", says: noDemo },
  { file: `${features}/auth/refused.ts`, imports: "@hearth/demo/seed-demo", says: noDemo },
  { file: `${features}/auth/refused.int.test.ts`, imports: "@hearth/demo/seed-demo", says: noDemo },
  { file: "apps/e2e/src/refused.ts", imports: "@hearth/demo/seed-demo", says: noDemo },
  { file: "scripts/launch/refused.ts", imports: "@hearth/demo/seed-demo", says: noDemo },
  { file: `${server}/refused.ts`, imports: "../../demo/src/seed-demo.ts", says: byName },
  { file: `${server}/refused.ts`, imports: "@hearth/simulator/local-chain", says: notWhoUses },
  { file: `${features}/payments/checkout/refused.ts`, imports: "@hearth/simulator/demo-accounts", says: notWhoUses },
  { file: `${features}/auth/refused.repo.ts`, imports: "@hearth/simulator/demo-accounts", says: notWhoUses },
  { file: `${features}/auth/refused.service.ts`, imports: "../../testing/harness.ts", says: noTests },
  { file: `${server}/jobs/refused.ts`, imports: "@hearth/db/testing/factories", says: noTests },
  { file: `${server}/jobs/refused.ts`, imports: "viem", says: ownsTheChain },
  { file: `${server}/jobs/refused.ts`, imports: "drizzle-orm", says: sqlElsewhere },
  { file: "apps/cli/src/refused.test.ts", imports: "viem", says: ownsTheChain },
  { file: "apps/e2e/src/refused.journey.ts", imports: "drizzle-orm", says: sqlElsewhere },
  { file: "apps/simulator/src/refused.int.test.ts", imports: "drizzle-orm", says: sqlElsewhere },
  { file: "packages/exchange/src/refused.test.ts", imports: "viem", says: ownsTheChain },
  { file: "packages/client/src/refused.test.ts", imports: "drizzle-orm", says: sqlElsewhere },
  { file: "scripts/refused.ts", imports: "drizzle-orm", says: sqlElsewhere },
  { file: "scripts/refused.ts", imports: "viem", says: ownsTheChain },
  { file: `${server}/rest/routes/refused.ts`, imports: "../../features/payments/rows/listed-payments.repo.ts", says: ownRepository },
  { file: `${server}/refused.ts`, imports: "./features/auth/rows/auth.repo.ts", says: ownRepository },
  { file: `${features}/ledger/refused.repo.ts`, imports: "../settlement/record-transfer.ts", says: leftOnly },
  { file: `${features}/settlement/refused.ts`, imports: "../payments/checkout/end-payment.ts", says: leftOnly },
  { file: `${features}/payments/relay/refused.ts`, imports: "../../refunds/refunds.service.ts", says: leftOnly },
  { file: `${features}/admin/refused.ts`, imports: "../operations/operations.service.ts", says: leftOnly },
  { file: `${features}/payments/rows/refused.ts`, imports: "../checkout/checkout.view.ts", says: roomsLeftOnly },
  { file: `${features}/payments/relay/refused.ts`, imports: "../onramp/buy-payment.ts", says: roomsLeftOnly },
  { file: `${features}/payments/history/refused.ts`, imports: "../payments.service.ts", says: roomsLeftOnly },
  { file: `${features}/payments/receipt/refused.ts`, imports: "../payments.router.ts", says: roomsLeftOnly },
  { file: `${features}/payments/payments.service.ts`, imports: "./receipt/receipt.service.ts", says: roomsLeftOnly },
  { file: `${features}/payments/history/refused.ts`, imports: "drizzle-orm", says: sqlElsewhere },
  { file: `${features}/auth/rows/refused.ts`, imports: "../sign-in/auth.service.ts", says: authRoomsLeftOnly },
  { file: `${features}/rent/charges/refused.ts`, imports: "../leases/leases.service.ts", says: rentRoomsLeftOnly },
  { file: `${features}/rent/books/refused.ts`, imports: "../../payments/payments.service.ts", says: leftOnly },
  { file: `${features}/settlement/recording/refused.ts`, imports: "../reading/watch-chain.ts", says: settlementRoomsLeftOnly },
  { file: `${server}/refused.ts`, imports: "@hearth/processes/start-process", says: notWhoStarts },
  { file: `${features}/admin/refused.service.ts`, imports: "@hearth/local-postgres/embedded-postgres", says: notWhoStarts },
  { file: "packages/processes/src/refused.ts", imports: "@hearth/domain/money", says: startsOnly },
  { file: "packages/processes/src/refused.ts", imports: "@hearth/local-postgres/embedded-postgres", says: "It stands on this package" },
  { file: "packages/local-postgres/src/refused.ts", imports: "@hearth/server/app", says: startsOnly },
  { file: "packages/domain/src/refused.ts", imports: "date-fns", says: "import a function by its own file" },
];

const admitted: LintCases["admitted"] = [
  { file: `${features}/operations/admitted.ts`, imports: "./jobs.repo.ts" },
  { file: `${features}/operations/admitted.ts`, imports: "../auth/create-account.service.ts" },
  { file: `${features}/settlement/admitted.ts`, imports: "../ledger/transfers.repo.ts" },
  { file: `${features}/refunds/admitted.ts`, imports: "../ledger/payment-events.repo.ts" },
  { file: `${features}/payments/history/admitted.ts`, imports: "../rows/listed-payments.repo.ts" },
  { file: `${features}/rent/leases/admitted.ts`, imports: "../rows/lease-rows.repo.ts" },
  { file: `${features}/payments/history/admitted.ts`, imports: "../../../audit/audit.repo.ts" },
  { file: `${features}/payments/receipt/admitted.ts`, imports: "../payments.service.ts" },
  { file: `${features}/payments/rows/admitted.repo.ts`, imports: "drizzle-orm" },
  { file: `${demo}/admitted.ts`, imports: "@hearth/server/uploads/upload-store" },
  { file: `${demo}/admitted.ts`, imports: "@hearth/simulator/demo-accounts" },
  { file: `${demo}/admitted.ts`, imports: "@hearth/db/testing/factories" },
  { file: `${demo}/admitted.ts`, imports: "drizzle-orm" },
  { file: `${demo}/admitted.ts`, imports: "viem" },
  { file: `${features}/auth/admitted.int.test.ts`, imports: "@hearth/simulator/demo-accounts" },
  { file: `${server}/testing/admitted.ts`, imports: "@hearth/simulator/local-chain" },
  { file: `${server}/testing/admitted.ts`, imports: "@hearth/processes/start-process" },
  { file: "packages/local-postgres/src/admitted.ts", imports: "@hearth/processes/start-process" },
  { file: "packages/domain/src/admitted.ts", imports: "date-fns/addMonths" },
  { file: `${server}/jobs/admitted.ts`, imports: "../features/alarms/alarms.repo.ts" },
];

/** Two files that import only types of each other. */
const circle = [`${server}/jobs/one.ts`, `${server}/jobs/other.ts`] as const;

const pageFile = `${server}/page.ts`;
const journeyFile = "apps/e2e/src/page.journey.ts";
const pageNames = ["document", "window", "location", "event", "name"];
const saying = `export const said = [${pageNames.join(", ")}];`;

const about = testLintCases({ refused, admitted, circle, others: { [pageFile]: saying, [journeyFile]: saying } });

test.each(pageNames)("what runs on Node may not say %s, and a journey may", (name) => {
  const sayingSo = (file: string) => about(file).filter(({ message }) => message.includes(`'${name}' is not defined`));
  expect([sayingSo(pageFile).length, sayingSo(journeyFile).length]).toEqual([1, 0]);
});

test("every feature of the server, and every room of one, has its place in the order", async () => {
  const withRooms = ["admin", "auth", "merchant-area", "payments", "rent", "settlement"].map((name) => `${features}/${name}`);
  expect(await foldersWithoutPlace(features, ...withRooms)).toEqual([]);
});

test("no folder of a feature holds more files than a reader can look over", async () => {
  expect(await crowdedFolders(features, 20)).toEqual([]);
});
