import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";

const root = join(import.meta.dirname, "..");

/** The left column of the last table. */
const avoided = (readFileSync(join(root, "docs/words.md"), "utf8").split("## Words to avoid")[1] ?? "")
  .split("\n")
  .filter((line) => line.startsWith("| ") && !/^\| (avoid |-)/.test(line))
  .map((line) => line.split("|")[1]?.trim() ?? "");

/** Files with text for users: the pages, mails and messages. */
const places = ["apps/web/src/**/*.{ts,tsx}", "packages/domain/src/**/*.ts", "apps/server/src/features/**/*.ts"];

/** Returns the lines of a file without its comments. */
function wordsOf(file: string): string[] {
  return readFileSync(join(root, file), "utf8")
    .replaceAll(/\/\*.*?\*\//gs, (comment) => comment.replaceAll(/[^\n]/g, ""))
    .replaceAll(/(^|[\s;,{(])\/\/.*$/gm, "$1")
    .split("\n");
}

function sentencesWith(phrase: string): string[] {
  const phrasePattern = new RegExp(String.raw`\b${phrase}\b`, "i");
  const files = places
    .flatMap((place) => globSync(place, { cwd: root }))
    .filter((file) => !/\.test\.|routeTree\.gen|\/testing\//.test(file));
  return files.flatMap((file) =>
    wordsOf(file).flatMap((line, index) => (phrasePattern.test(line) ? [`${file}:${index + 1} ${line.trim()}`] : [])),
  );
}

it("the glossary names words to avoid, and the test would see one", () => {
  expect(avoided.length).toBeGreaterThan(10);
  expect(sentencesWith("Needs attention")).not.toEqual([]);
});

it.each(avoided)("no sentence of the pages and mails says %o", (phrase) => {
  expect(sentencesWith(phrase), `docs/words.md says what to write instead of "${phrase}"`).toEqual([]);
});
