import { copyFile, mkdir, mkdtemp, readdir, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { basename, dirname, join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import config from "../oxlint.config.ts";
import { run } from "./checks/run.ts";

/** A file that somebody could write: its path and its import. */
export interface LintCase {
  file: string;
  imports: string;
}

/** Sample files: refused ones with the expected message, allowed ones, two that import only types of each other, and others. */
export interface LintCases {
  refused: (LintCase & { says: string })[];
  admitted: LintCase[];
  circle: readonly [string, string];
  others?: Record<string, string>;
}

/** The used part of a finding in oxlint's JSON report. */
interface Complaint {
  message: string;
  help?: string;
  filename: string;
}

const root = join(import.meta.dirname, "..");

/**
 * Adds tests that the project's lint rules refuse or allow these files. Writes the files to a folder and lints them all at once. Call it at the
 * top of a test file. Returns a function that lists, once the tests run, the findings in a file.
 */
export function testLintCases({ refused, admitted, circle, others = {} }: LintCases): (file: string) => Complaint[] {
  let folder: string;
  let complaints: Complaint[];
  const about = (file: string) => complaints.filter(({ filename }) => filename.replaceAll("\\", "/").endsWith(file));
  const aboutImport = ({ file, imports }: LintCase) => about(file).filter(({ message }) => message.includes(`'${imports}'`));

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), "hearth-lint-"));
    const sources = new Map(Object.entries(others).map(([file, line]) => [file, [line]]));
    for (const { file, imports } of [...refused, ...admitted]) sources.set(file, [...(sources.get(file) ?? []), `import "${imports}";`]);
    for (const [file, other] of [circle, circle.toReversed()]) {
      if (file && other)
        sources.set(file, [`import type { It as Other } from "./${basename(other)}";`, "export type It = { other: Other | null };"]);
    }
    await writeSources(folder, sources);
    complaints = await lint(folder);
  });
  afterAll(() => rm(folder, { recursive: true, force: true }));

  test.each(refused)("$file may not import $imports", ({ says, ...written }) => {
    expect(aboutImport(written).map(({ help }) => help)).toEqual([expect.stringContaining(says)]);
  });
  test.each(admitted)("$file may import $imports", (written) => {
    expect(aboutImport(written)).toEqual([]);
  });
  test(`${circle.join(" and ")}, which import each other's types, are a cycle`, () => {
    const found = circle.flatMap((file) => about(file).map(({ message }) => message));
    expect(found).toEqual([expect.stringContaining("cycle"), expect.stringContaining("cycle")]);
  });
  return about;
}

/** Returns the direct subfolders that no override of the lint rules names, and that therefore have no place in the order. */
export async function foldersWithoutPlace(...paths: string[]): Promise<string[]> {
  const places = config.overrides.flatMap(({ files }) => files);
  const folders = await Promise.all(paths.map(foldersOf));
  return folders.flat().filter((name) => !places.includes(`${name}/**`));
}

/** Returns the folders below a path with more than that number of files, not counting tests. */
export async function crowdedFolders(path: string, most: number): Promise<string[]> {
  const entries = await readdir(join(root, path), { withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile() && !entry.name.includes(".test."));
  const below = await Promise.all((await foldersOf(path)).map((folder) => crowdedFolders(folder, most)));
  return [...(files.length > most ? [path] : []), ...below.flat()];
}

async function foldersOf(path: string): Promise<string[]> {
  const entries = await readdir(join(root, path), { withFileTypes: true });
  return entries.filter((entry) => entry.isDirectory()).map(({ name }) => `${path}/${name}`);
}

async function writeSources(folder: string, sources: Map<string, string[]>): Promise<void> {
  await copyFile(join(root, "oxlint.config.ts"), join(folder, "oxlint.config.ts"));
  // The rules need only the linter; with more packages it would search all of them for import cycles.
  await mkdir(join(folder, "node_modules"));
  await symlink(join(root, "node_modules/oxlint"), join(folder, "node_modules/oxlint"), "junction");
  for (const [file, lines] of sources) {
    await mkdir(dirname(join(folder, file)), { recursive: true });
    await writeFile(join(folder, file), `${lines.join("\n")}\n`);
  }
}

/** Lints everything in the folder at once. Findings are expected. */
async function lint(folder: string): Promise<Complaint[]> {
  const { output } = await run(process.execPath, [join(root, "node_modules/oxlint/bin/oxlint"), "--format=json"], { cwd: folder });
  const { diagnostics }: { diagnostics: Complaint[] } = JSON.parse(output);
  return diagnostics;
}
