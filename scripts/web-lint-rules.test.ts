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
const src = "apps/web/src";

const knowsNoData = "A primitive knows no data";
const knowsNoNoun = "src/kit knows no noun";
const showsNothing = "src/lib shows nothing";
const leftOnly = "Features import features to their left only";
const composes = "Areas compose features, never the other way round";
const knowsNoArea = "No area knows another";
const noRoute = "Routes compose areas, never the other way round";
const ownsTheChain = "What knows the chain lives in packages/chain";
const noNode = "Pages run in a browser, which has no Node";

const refused: (Case & { says: string })[] = [
  { file: `${src}/ui/refused.tsx`, imports: "../lib/trpc.ts", says: knowsNoData },
  { file: `${src}/ui/refused.tsx`, imports: "../kit/cents.ts", says: knowsNoData },
  { file: `${src}/ui/refused.tsx`, imports: "../features/auth/guards.ts", says: knowsNoData },
  { file: `${src}/ui/refused.tsx`, imports: "../areas/admin/live.ts", says: knowsNoData },
  { file: `${src}/ui/refused.tsx`, imports: "../routes/index.tsx", says: knowsNoData },
  { file: `${src}/lib/refused.ts`, imports: "../ui/button.tsx", says: showsNothing },
  { file: `${src}/lib/wagmi-refused.ts`, imports: "../kit/form/form.tsx", says: showsNothing },
  { file: `${src}/lib/refused.ts`, imports: "../features/auth/guards.ts", says: showsNothing },
  { file: `${src}/kit/list/refused.tsx`, imports: "../../features/payments/use-network.ts", says: knowsNoNoun },
  { file: `${src}/kit/refused.tsx`, imports: "../areas/merchant/live.ts", says: knowsNoNoun },
  { file: `${src}/kit/refused.tsx`, imports: "../routes/index.tsx", says: knowsNoNoun },
  { file: `${src}/features/auth/refused.ts`, imports: "../payments/use-network.ts", says: leftOnly },
  { file: `${src}/features/wallet/refused.ts`, imports: "../payments/use-network.ts", says: leftOnly },
  { file: `${src}/features/payments/checkout/refused.ts`, imports: "../../disputes/use-disputes.ts", says: leftOnly },
  { file: `${src}/features/payments/setup/refused.ts`, imports: "../../../features/unmatched/area.ts", says: leftOnly },
  { file: `${src}/features/settings/refused.ts`, imports: "../../areas/merchant/live.ts", says: composes },
  { file: `${src}/features/wallet/setup/refused.ts`, imports: "../../../routes/index.tsx", says: composes },
  { file: `${src}/areas/admin/disputes/refused.ts`, imports: "../../merchant/live.ts", says: knowsNoArea },
  { file: `${src}/areas/public/refused.ts`, imports: "../../areas/consumer/shell/public-shell.tsx", says: knowsNoArea },
  { file: `${src}/areas/merchant/refused.ts`, imports: "../../routes/index.tsx", says: noRoute },
  { file: `${src}/areas/merchant/refused.ts`, imports: "viem", says: ownsTheChain },
  { file: `${src}/features/payments/receipt/refused.ts`, imports: "wagmi", says: ownsTheChain },
  { file: `${src}/lib/refused.ts`, imports: "viem", says: ownsTheChain },
  { file: `${src}/features/payments/checkout/refused.ts`, imports: "node:crypto", says: noNode },
  { file: `${src}/ui/refused.tsx`, imports: "@hearth/db/client", says: "The web app talks to the server through tRPC" },
];

const admitted: Case[] = [
  { file: `${src}/kit/list/admitted.tsx`, imports: "../../ui/button.tsx" },
  { file: `${src}/kit/admitted.tsx`, imports: "../lib/trpc.ts" },
  { file: `${src}/features/settings/admitted.ts`, imports: "../auth/actions.ts" },
  { file: `${src}/features/payments/checkout/admitted.ts`, imports: "../funding/onramp-window.ts" },
  { file: `${src}/features/payments/checkout/admitted.ts`, imports: "viem" },
  { file: `${src}/features/wallet/admitted.ts`, imports: "wagmi" },
  { file: `${src}/lib/wagmi-admitted.ts`, imports: "viem" },
  { file: `${src}/areas/admin/disputes/admitted.ts`, imports: "../../../features/disputes/conversation.tsx" },
  { file: `${src}/routes/admin/admitted.tsx`, imports: "../../areas/admin/users/users.tsx" },
];

const nodeFile = `${src}/lib/node.ts`;
const nodeNames = ["process", "Buffer", "global", "setImmediate"];
/** A page and its part that know each other by their types alone. */
const circle = [`${src}/areas/admin/page.ts`, `${src}/areas/admin/part.ts`] as const;

/** The part of a complaint in oxlint's JSON report that is looked at. */
interface Complaint {
  message: string;
  help?: string;
  filename: string;
}

let folder: string;
let complaints: Complaint[];

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "hearth-web-lint-"));
  await copyFile(join(root, "oxlint.config.ts"), join(folder, "oxlint.config.ts"));
  // The rules need the linter alone; more packages would be read through, in search of circles.
  await mkdir(join(folder, "node_modules"));
  await symlink(join(root, "node_modules/oxlint"), join(folder, "node_modules/oxlint"), "junction");
  const sources = new Map<string, string[]>();
  for (const { file, imports } of [...refused, ...admitted]) sources.set(file, [...(sources.get(file) ?? []), `import "${imports}";`]);
  sources.set(nodeFile, [`export const names = [${nodeNames.join(", ")}];`]);
  const [page, part] = circle;
  sources.set(page, ['import type { Part } from "./part.ts";', "export type Page = { part: Part | null };"]);
  sources.set(part, ['import type { Page } from "./page.ts";', "export type Part = { page: Page | null };"]);
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

test.each(nodeNames)("a page may not use Node's %s", (name) => {
  expect(about(nodeFile).filter(({ message }) => message.includes(`'${name}'`))).toEqual([
    expect.objectContaining({ message: expect.stringContaining(noNode) }),
  ]);
});

test("a page and its part that know each other by their types alone are a circle", () => {
  const found = circle.flatMap((file) => about(file).map(({ message }) => message));
  expect(found).toEqual([expect.stringContaining("cycle"), expect.stringContaining("cycle")]);
});

test("every folder of the web app's features and areas has its place in the order", async () => {
  const places = (config.overrides ?? []).flatMap(({ files }) => files);
  const folders = [...(await foldersOf(`${src}/features`)), ...(await foldersOf(`${src}/areas`))];
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
  const { output } = await run(process.execPath, [join(root, "node_modules/oxlint/bin/oxlint"), "--format=json"], { cwd: folder });
  const { diagnostics }: { diagnostics: Complaint[] } = JSON.parse(output);
  return diagnostics;
}
