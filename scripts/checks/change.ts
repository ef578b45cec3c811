import { existsSync } from "node:fs";
import { dirname, join } from "node:path";
import { root } from "../launch/settings.ts";
import { type Change, run } from "./run.ts";

/** Returns the files changed since this branch left `main`, or on `main` since the last commit. Includes uncommitted changes. */
export async function findChange(): Promise<Change> {
  const base = (await git("merge-base", "HEAD", "main").catch(() => git("rev-parse", "HEAD")))[0] ?? "HEAD";
  const touched = await git("diff", "--name-only", base);
  const added = await git("ls-files", "--others", "--exclude-standard");
  return { base, files: [...new Set([...touched, ...added])].filter((file) => existsSync(join(root, file))).toSorted() };
}

/**
 * Selects the test files that a change affects most directly: changed themselves, in the same folder, or naming a changed file. Indirectly
 * every change of the server affects every test, which takes too long while working.
 */
export function nearby(tests: { path: string; text: string }[], changed: string[]): string[] {
  const folders = new Set(changed.map((file) => dirname(file)));
  const isNamed = (text: string) => changed.some((file) => namesOf(file).some((name) => text.includes(`/${name}"`)));
  return tests.filter(({ path, text }) => changed.includes(path) || folders.has(dirname(path)) || isNamed(text)).map(({ path }) => path);
}

/** A source file of the pages with its path from the project's folder. */
interface Source {
  path: string;
  text: string;
}

/**
 * Selects the component tests that a change of the pages affects. They are changed, import the change directly or indirectly, or are next
 * to or above a file that does. The search stops at the routes, because they import all pages, and every change would affect every test.
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

/** Returns the imports that a change may contain: files of the same workspace, and of the other packages. */
function importsOf(path: string, text: string): string[] {
  return [...text.matchAll(/(?:from|import)[\s(]+"([^"]+)"/g)].flatMap(([, name = ""]) => {
    if (name.startsWith(".")) return [join(dirname(path), name)];
    const [, workspace, file] = /^@hearth\/([^/]+)\/(.+)$/.exec(name) ?? [];
    return workspace === undefined ? [] : [`packages/${workspace}/src/${file}.ts`];
  });
}

/** Returns the possible ends of an import of the file: folder and name, with the extension or, from another workspace, without. */
function namesOf(file: string): string[] {
  const [name = "", folder = ""] = file.split("/").toReversed();
  return [`${folder}/${name}`, `${folder}/${name.replace(/\.tsx?$/, "")}`];
}

async function git(...args: string[]): Promise<string[]> {
  const { code, output } = await run("git", args);
  if (code !== 0) throw new Error(`git ${args.join(" ")} failed: ${output}`);
  return output.split("\n").filter((line) => line !== "");
}
