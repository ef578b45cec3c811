import { existsSync } from "node:fs";
import { dirname, join } from "node:path";
import { root } from "../launch/settings.ts";
import { type Change, run } from "./run.ts";

/** Lists the files that differ from `main`, or on `main` itself from the last commit. Uncommitted changes count. */
export async function findChange(): Promise<Change> {
  const base = (await git("merge-base", "HEAD", "main").catch(() => git("rev-parse", "HEAD")))[0] ?? "HEAD";
  const touched = await git("diff", "--name-only", base);
  const added = await git("ls-files", "--others", "--exclude-standard");
  return { base, files: [...new Set([...touched, ...added])].filter((file) => existsSync(join(root, file))).toSorted() };
}

/**
 * Returns the test files that a change affects most directly: it is in them, beside them, or in a file that they import. Indirect imports are
 * ignored: through the whole server every change affects every test.
 */
export function nearby(tests: { path: string; text: string }[], changed: string[]): string[] {
  const folders = new Set(changed.map((file) => dirname(file)));
  const isNamed = (text: string) => changed.some((file) => namesOf(file).some((name) => text.includes(`/${name}"`)));
  return tests.filter(({ path, text }) => changed.includes(path) || folders.has(dirname(path)) || isNamed(text)).map(({ path }) => path);
}

/** A source file of the pages: its path from the project's folder, and its text. */
interface Source {
  path: string;
  text: string;
}

/**
 * Returns the component tests that a change of the pages affects. The change is in the test, in a file that the test imports, or in a folder at or below
 * the test's. Imports are followed, but not through the routes: they import all pages, so every change would affect every test.
 */
export function reachedOnScreen(sources: Source[], changed: string[]): string[] {
  const reached = new Set(changed);
  const isReached = ({ path, text }: Source) => importsOf(path, text).some((imported) => reached.has(imported));
  const carriers = sources.filter(({ path }) => !isComponentTest(path) && !/\/src\/(routes|testing)\/|\/src\/[^/]+$/.test(path));
  for (let before = -1; before < reached.size;) {
    before = reached.size;
    for (const source of carriers) if (!reached.has(source.path) && isReached(source)) reached.add(source.path);
  }
  const folders = [...reached].map((path) => `${dirname(path)}/`);
  return sources
    .filter(({ path }) => isComponentTest(path))
    .filter((test) => reached.has(test.path) || isReached(test) || folders.some((folder) => folder.startsWith(`${dirname(test.path)}/`)))
    .map(({ path }) => path);
}

function isComponentTest(path: string): boolean {
  return path.endsWith(".browser.test.tsx");
}

/** Returns the files that a file imports from its own workspace and from other packages. */
function importsOf(path: string, text: string): string[] {
  return [...text.matchAll(/(?:from|import)[\s(]+"([^"]+)"/g)].flatMap(([, name = ""]) => {
    if (name.startsWith(".")) return [join(dirname(path), name)];
    const [, workspace, file] = /^@hearth\/([^/]+)\/(.+)$/.exec(name) ?? [];
    return workspace === undefined ? [] : [`packages/${workspace}/src/${file}.ts`];
  });
}

/** Returns the possible ends of an import of the file: folder and name, with the extension or, from another workspace, without it. */
function namesOf(file: string): string[] {
  const [name = "", folder = ""] = file.split("/").toReversed();
  return [`${folder}/${name}`, `${folder}/${name.replace(/\.tsx?$/, "")}`];
}

async function git(...args: string[]): Promise<string[]> {
  const { code, output } = await run("git", args);
  if (code !== 0) throw new Error(`git ${args.join(" ")} failed: ${output}`);
  return output.split("\n").filter((line) => line !== "");
}
