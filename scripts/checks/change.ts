import { existsSync } from "node:fs";
import { dirname, join } from "node:path";
import { root } from "../launch/settings.ts";
import { type Change, run } from "./run.ts";

/** What differs from where this branch left `main`, or on `main` itself from the last commit; what is not committed counts. */
export async function findChange(): Promise<Change> {
  const base = (await git("merge-base", "HEAD", "main").catch(() => git("rev-parse", "HEAD")))[0] ?? "HEAD";
  const touched = await git("diff", "--name-only", base);
  const added = await git("ls-files", "--others", "--exclude-standard");
  return { base, files: [...new Set([...touched, ...added])].filter((file) => existsSync(join(root, file))).toSorted() };
}

/**
 * Of the given test files those that a change reaches most directly: it is in them, beside them, or in a file that they name.
 * Through the whole server every change reaches every one, which nobody waits for while he works.
 */
export function nearby(tests: { path: string; text: string }[], changed: string[]): string[] {
  const folders = new Set(changed.map((file) => dirname(file)));
  const isNamed = (text: string) => changed.some((file) => namesOf(file).some((name) => text.includes(`/${name}"`)));
  return tests.filter(({ path, text }) => changed.includes(path) || folders.has(dirname(path)) || isNamed(text)).map(({ path }) => path);
}

/** A file of the pages, from the project's folder, and its text. */
interface Source {
  path: string;
  text: string;
}

/**
 * Of the component tests those that a change of the pages reaches: it is in them, or in a file that imports what changed, directly or through
 * others, and lies beside them or below them. The routes end the way: all pages hang on them, and through them every change would reach every test.
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

/** The files that one imports, as far as they can be a change's: those of its own workspace, and of the other packages. */
function importsOf(path: string, text: string): string[] {
  return [...text.matchAll(/(?:from|import)[\s(]+"([^"]+)"/g)].flatMap(([, name = ""]) => {
    if (name.startsWith(".")) return [join(dirname(path), name)];
    const [, workspace, file] = /^@hearth\/([^/]+)\/(.+)$/.exec(name) ?? [];
    return workspace === undefined ? [] : [`packages/${workspace}/src/${file}.ts`];
  });
}

/** How an import of the file ends: with its folder and name, and with its extension or, from another workspace, without. */
function namesOf(file: string): string[] {
  const [name = "", folder = ""] = file.split("/").toReversed();
  return [`${folder}/${name}`, `${folder}/${name.replace(/\.tsx?$/, "")}`];
}

async function git(...args: string[]): Promise<string[]> {
  const { code, output } = await run("git", args);
  if (code !== 0) throw new Error(`git ${args.join(" ")} failed: ${output}`);
  return output.split("\n").filter((line) => line !== "");
}
