import { copyFile, mkdir, mkdtemp, readdir, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import config from "../oxlint.config.ts";
import { run } from "./checks/run.ts";

/** A file that somebody could write, by its place and its import. */
interface Case {
  file: string;
  imports: string;
}

const root = join(import.meta.dirname, "..");
const server = "apps/server/src";
const features = `${server}/features`;

const ownRepository = "A repository belongs to its own feature";
const leftOnly = "Features import services to their left only";
const notWhoStarts = "not who starts what it needs";
const startsOnly = "What starts programs knows nothing of what they are";
const roomsLeftOnly = "The rooms of payments import those to their left only";

const refused: (Case & { says: string })[] = [
  { file: `${features}/operations/refused.ts`, imports: "../auth/auth.repo.ts", says: ownRepository },
  { file: `${features}/operations/refused.ts`, imports: "../ledger/chain-cursor.repo.ts", says: ownRepository },
  { file: `${features}/disputes/refused.ts`, imports: "../ledger/payments.repo.ts", says: ownRepository },
  { file: `${features}/merchant/refused.ts`, imports: "../payments/rows/listed-payments.repo.ts", says: ownRepository },
  { file: `${features}/payments/history/refused.ts`, imports: "../../auth/auth.repo.ts", says: ownRepository },
  { file: `${features}/payments/rows/refused.repo.ts`, imports: "../../auth/auth.repo.ts", says: ownRepository },
  { file: `${server}/jobs/refused.ts`, imports: "../features/ledger/payments.repo.ts", says: ownRepository },
  { file: `${server}/demo/refused.ts`, imports: "../features/ledger/chain-cursor.repo.ts", says: ownRepository },
  { file: `${server}/rest/routes/refused.ts`, imports: "../../features/payments/rows/listed-payments.repo.ts", says: ownRepository },
  { file: `${server}/refused.ts`, imports: "./features/auth/auth.repo.ts", says: ownRepository },
  { file: `${features}/ledger/refused.repo.ts`, imports: "../settlement/record-transfer.ts", says: leftOnly },
  { file: `${features}/settlement/refused.ts`, imports: "../payments/checkout/end-payment.ts", says: leftOnly },
  { file: `${features}/payments/relay/refused.ts`, imports: "../../refunds/refunds.service.ts", says: leftOnly },
  { file: `${features}/admin/refused.ts`, imports: "../operations/operations.service.ts", says: leftOnly },
  { file: `${features}/payments/rows/refused.ts`, imports: "../checkout/checkout.view.ts", says: roomsLeftOnly },
  { file: `${features}/payments/relay/refused.ts`, imports: "../onramp/buy-payment.ts", says: roomsLeftOnly },
  { file: `${features}/payments/history/refused.ts`, imports: "../payments.service.ts", says: roomsLeftOnly },
  { file: `${features}/payments/receipt/refused.ts`, imports: "../payments.router.ts", says: roomsLeftOnly },
  { file: `${features}/payments/payments.service.ts`, imports: "./receipt/receipt.service.ts", says: roomsLeftOnly },
  { file: `${features}/payments/history/refused.ts`, imports: "drizzle-orm", says: "SQL lives in packages/db" },
  { file: `${server}/refused.ts`, imports: "@hearth/processes/start-process", says: notWhoStarts },
  { file: `${features}/admin/refused.service.ts`, imports: "@hearth/local-postgres/embedded-postgres", says: notWhoStarts },
  { file: "packages/processes/src/refused.ts", imports: "@hearth/domain/money", says: startsOnly },
  { file: "packages/processes/src/refused.ts", imports: "@hearth/local-postgres/embedded-postgres", says: "It stands on this package" },
  { file: "packages/local-postgres/src/refused.ts", imports: "@hearth/server/app", says: startsOnly },
  { file: "packages/domain/src/refused.ts", imports: "date-fns", says: "import a function by its own file" },
];

const admitted: Case[] = [
  { file: `${features}/operations/admitted.ts`, imports: "./jobs.repo.ts" },
  { file: `${features}/operations/admitted.ts`, imports: "../auth/create-account.service.ts" },
  { file: `${features}/settlement/admitted.ts`, imports: "../ledger/transfers.repo.ts" },
  { file: `${features}/refunds/admitted.ts`, imports: "../ledger/payment-events.repo.ts" },
  { file: `${features}/payments/history/admitted.ts`, imports: "../rows/listed-payments.repo.ts" },
  { file: `${features}/payments/history/admitted.ts`, imports: "../../../audit/audit.repo.ts" },
  { file: `${features}/payments/receipt/admitted.ts`, imports: "../payments.service.ts" },
  { file: `${features}/payments/rows/admitted.repo.ts`, imports: "drizzle-orm" },
  { file: `${server}/testing/admitted.ts`, imports: "@hearth/processes/start-process" },
  { file: "packages/local-postgres/src/admitted.ts", imports: "@hearth/processes/start-process" },
  { file: "packages/domain/src/admitted.ts", imports: "date-fns/addMonths" },
  { file: `${server}/jobs/admitted.ts`, imports: "../features/alarms/alarms.repo.ts" },
];

/** Two files that know each other by their types alone. */
const circle = [`${server}/demo/one.ts`, `${server}/demo/other.ts`] as const;

/** The part of a complaint in oxlint's JSON report that is looked at. */
interface Complaint {
  message: string;
  help?: string;
  filename: string;
}

let folder: string;
let complaints: Complaint[];

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "hearth-lint-"));
  await copyFile(join(root, "oxlint.config.ts"), join(folder, "oxlint.config.ts"));
  await symlink(join(root, "node_modules"), join(folder, "node_modules"), "junction");
  const sources = new Map<string, string[]>();
  for (const { file, imports } of [...refused, ...admitted]) sources.set(file, [...(sources.get(file) ?? []), `import "${imports}";`]);
  const [one, other] = circle;
  sources.set(one, ['import type { Other } from "./other.ts";', "export type One = { other: Other | null };"]);
  sources.set(other, ['import type { One } from "./one.ts";', "export type Other = { one: One | null };"]);
  for (const [file, lines] of sources) {
    await mkdir(dirname(join(folder, file)), { recursive: true });
    await writeFile(join(folder, file), `${lines.join("\n")}\n`);
  }
  complaints = await lint();
});

afterAll(() => rm(folder, { recursive: true, force: true }));

test.each(refused)("$file may not import $imports", ({ file, imports, says }) => {
  expect(
    about(file)
      .filter(({ message }) => message.includes(`'${imports}'`))
      .map(({ help }) => help),
  ).toEqual([expect.stringContaining(says)]);
});

test.each(admitted)("$file may import $imports", ({ file, imports }) => {
  expect(about(file).filter(({ message }) => message.includes(`'${imports}'`))).toEqual([]);
});

test("two files of the server that know each other by their types alone are a circle", () => {
  const found = circle.flatMap((file) => about(file).map(({ message }) => message));
  expect(found).toEqual([expect.stringContaining("cycle"), expect.stringContaining("cycle")]);
});

test("every feature of the server, and every room of payments, has its place in the order", async () => {
  const places = (config.overrides ?? []).flatMap(({ files }) => files);
  const folders = [...(await foldersOf(features)), ...(await foldersOf(`${features}/payments`))];
  expect(folders.filter((name) => !places.includes(`${name}/**`))).toEqual([]);
});

function about(file: string) {
  return complaints.filter(({ filename }) => filename.replaceAll("\\", "/").endsWith(file));
}

async function foldersOf(path: string): Promise<string[]> {
  const entries = await readdir(join(root, path), { withFileTypes: true });
  return entries.filter((entry) => entry.isDirectory()).map(({ name }) => `${path}/${name}`);
}

/** Lints everything in the folder at once; that it finds something is what is wanted. */
async function lint(): Promise<Complaint[]> {
  const { output } = await run(process.execPath, [join(root, "node_modules/oxlint/bin/oxlint"), "--format=json", "apps", "packages"], {
    cwd: folder,
  });
  const { diagnostics }: { diagnostics: Complaint[] } = JSON.parse(output);
  return diagnostics;
}
