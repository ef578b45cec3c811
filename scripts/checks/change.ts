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
