import { globSync, readFileSync } from "node:fs";
import { join, relative } from "node:path";
import { expect, test } from "vitest";

const root = join(import.meta.dirname, "..");
const longestFile = 450;

/** The lowest version of each package without a known vulnerability. */
const floors: Record<string, string> = {
  fastify: "5.12.2",
  "@fastify/static": "10.1.3",
  "@trpc/server": "11.8.0",
  "drizzle-orm": "0.45.2",
};

/** Files that may read the environment. Everywhere else the value is passed in. */
const readsEnvironment = [
  /^apps\/server\/src\/(env\.ts$|testing\/)/,
  /^apps\/cli\/src\/settings\.ts$/,
  /^apps\/simulator\/src\/main\.ts$/,
  /^packages\/db\/src\/testing\//,
  /^scripts\//,
  /^apps\/e2e\//,
  /\.(config|test)\.ts$/,
];

const madeByMachines = new Set(["node_modules", "dist", "coverage", "test-results", "playwright-report", ".data", ".git", ".tanstack"]);
const files = globSync(["**", ".*", ".ci/*"], { cwd: root, withFileTypes: true, exclude: (entry) => madeByMachines.has(entry.name) })
  .filter((entry) => entry.isFile() && entry.name !== ".env" && !entry.name.endsWith(".log"))
  .map((entry) => relative(root, join(entry.parentPath, entry.name)).replaceAll("\\", "/"));
const code = files.filter((file) => /\.(ts|tsx|mjs|js|css)$/.test(file) && !file.includes(".gen."));
const text = [
  ...code,
  ...files.filter((file) => /\.(md|json|yaml|html|sh)$|^\.ci\/|^\.env\.example$/.test(file) && !file.startsWith("drizzle/meta/")),
];

test("no source file is so long that a reader loses a line in it", () => {
  const long = code.filter((file) => read(file).split("\n").length > longestFile);
  expect(long, `Split these into ideas; ${longestFile} lines is the most.`).toEqual([]);
});

test("nothing is left to do in a comment", () => {
  const word = new RegExp(`\\b(${["TO" + "DO", "FIX" + "ME", "HA" + "CK"].join("|")})\\b`);
  expect(matching(text, word), "Do it, or open an issue; a comment is forgotten.").toEqual([]);
});

test("no file knows a folder of the machine it was written on", () => {
  const path = new RegExp(`(^|[\\s"'\`(=])/(${["work", "home", "Users", "root"].join("|")})/\\w`, "m");
  expect(matching(text, path), "Build paths from the place of the file itself.").toEqual([]);
});

test("emails and notifications pass the gate that leaves out closed accounts", () => {
  const server = code.filter((file) => file.startsWith("apps/server/src/features/") && !file.endsWith(".test.ts"));
  const gates = [
    { writes: /\.insert\((mails|notifications)\)/, gate: "notifications/notifications.repo.ts" },
    { writes: /\binsert(Mails|NonUserMail|Notifications)\b/, gate: "notifications/notify.ts", also: "notifications/notifications.repo.ts" },
    { writes: /\bmailer\.send\(/, gate: "mail/send-mails.ts" },
  ];
  for (const { writes, gate, also = gate } of gates) {
    const found = matching(server, writes).map((file) => file.slice("apps/server/src/features/".length));
    expect(new Set(found), "Call notify from features/notifications/notify.ts.").toEqual(new Set([gate, also]));
  }
});

test("the environment is read in one place of each program", () => {
  const name = new RegExp(`process\\.${"env"}\\b`);
  const elsewhere = matching(code, name).filter((file) => !readsEnvironment.some((allowed) => allowed.test(file)));
  expect(elsewhere, "Read it in apps/server/src/env.ts and pass the value in.").toEqual([]);
});

test("every version stands once in the catalog, and is exact", () => {
  const inexact = [...catalog()].filter(([, version]) => !/^\d+\.\d+\.\d+(-[\w.]+)?$/.test(version));
  expect(inexact, "Write the exact version; a range installs something else tomorrow.").toEqual([]);
  const besides = files.filter((file) => /^(apps|packages)\/[^/]+\/package\.json$/.test(file)).flatMap(versionsOutsideTheCatalog);
  expect(besides, 'Put the version into the catalog of pnpm-workspace.yaml and write "catalog:".').toEqual([]);
});

test("no package is older than the version that closed its last known hole", () => {
  const versions = catalog();
  const old = Object.entries(floors).filter(([name, floor]) => compareVersions(versions.get(name) ?? "0.0.0", floor) < 0);
  expect(old, "Raise these in the catalog of pnpm-workspace.yaml.").toEqual([]);
});

test("React's server components, whose transport had holes, are not installed", () => {
  expect(read("pnpm-lock.yaml")).not.toMatch(/react-server-dom/);
});

test("decisions are numbered one after the other, in their names as in their titles", () => {
  const decisions = files.filter((file) => /^docs\/decisions\/\d/.test(file)).toSorted();
  const numbers = decisions.map((file) => [Number(/(\d+)-/.exec(file)?.[1]), Number(/^# (\d+)\. /.exec(read(file))?.[1])]);
  expect(numbers, "Take the next free number; two at work at once easily take the same.").toEqual(
    decisions.map((_, at) => [at + 1, at + 1]),
  );
});

/** Beginnings that make no sense when an editor shows a docstring alone. */
const leaning = /\/\*\*\s+(?:\* )?(?:The same\b|It |They )/;

test("docstrings can be read on their own", () => {
  expect("/** The same for many. */").toMatch(leaning);
  expect("/**\n * It is asked twice.\n */").toMatch(leaning);
  const here = "scripts/fitness.test.ts";
  expect(
    matching(code, leaning).filter((file) => file !== here),
    "Say what it is, without the one above it.",
  ).toEqual([]);
});

function read(file: string): string {
  return readFileSync(join(root, file), "utf8");
}

function matching(among: string[], pattern: RegExp): string[] {
  return among.filter((file) => pattern.test(read(file)));
}

function catalog(): Map<string, string> {
  const [, section = ""] = read("pnpm-workspace.yaml").split(/^catalog:$/m);
  const lines = [...section.matchAll(/^ {2}"?([^":\s]+)"?: (\S+)/gm)];
  if (lines.length === 0) throw new Error("pnpm-workspace.yaml has no catalog that can be read.");
  return new Map(lines.map(([, name = "", version = ""]) => [name, version]));
}

function versionsOutsideTheCatalog(file: string): string[] {
  const manifest: Record<string, Record<string, string> | undefined> = JSON.parse(read(file));
  const dependencies = { ...manifest["dependencies"], ...manifest["devDependencies"] };
  return Object.entries(dependencies)
    .filter(([, version]) => version !== "catalog:" && version !== "workspace:*")
    .map(([name, version]) => `${file}: ${name} ${version}`);
}

/** Compares versions like `1.2.3`. Below 0 when the first is older. */
function compareVersions(one: string, other: string): number {
  const [left, right] = [one, other].map((version) => version.split(/[.-]/).map(Number));
  for (const place of [0, 1, 2]) {
    const difference = (left?.[place] ?? 0) - (right?.[place] ?? 0);
    if (difference !== 0) return difference;
  }
  return 0;
}
