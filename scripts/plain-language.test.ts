import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { commentsOf, faultsOf } from "./checks/plain-language.ts";

const root = join(import.meta.dirname, "..");
const read = (file: string) => readFileSync(join(root, file), "utf8");

it("comments are plain English", () => {
  const files = globSync(["{apps,packages,scripts}/**/*.{ts,tsx,mjs,css}", "*.config.ts"], {
    cwd: root,
    exclude: ["**/node_modules/**", "**/dist/**", "**/*.gen.ts", "scripts/checks/plain-language.ts", "scripts/plain-language.test.ts"],
  });
  expect(files.length).toBeGreaterThan(1_000);
  const found = files.flatMap((file) =>
    commentsOf(read(file)).flatMap((comment) => faultsOf(comment).map((fault) => `${file}:${comment.line} ${fault}`)),
  );
  expect(found, "Write what it does, in the field's own words.").toEqual([]);
});

const faults = (source: string) => commentsOf(source).flatMap(faultsOf);
const words = (count: number) => `Word ${Array.from({ length: count - 1 }, () => "word").join(" ")}`;

it("the docs say none of the phrases that make a reader guess", () => {
  const pages = globSync(["*.md", "docs/**/*.md", ".env.example"], { cwd: root, exclude: ["docs/words.md"] }); // it lists words to avoid
  expect(pages.length).toBeGreaterThan(90);
  const found = pages.flatMap((page) =>
    read(page)
      .split("\n")
      .flatMap((text, index) => faultsOf({ line: index + 1, text, isDocstring: false }).map((fault) => `${page}:${index + 1} ${fault}`)),
  );
  expect(found).toEqual([]);
});

describe("the check finds", () => {
  it.each(["Those", "Whose", "Whom", "Such", "So many", "What", "Whether", "Who", "How", "Where"])(
    "a docstring that begins with %s",
    (start) => {
      expect(faults(`/** ${start} of them are of it. */`)).toContainEqual(expect.stringContaining(`begins with "${start}"`));
      expect(faults(`/**\n * ${start} of them are of it.\n */`)).toContainEqual(expect.stringContaining(`begins with "${start}"`));
      expect(faults(`/** Returns the rows. ${start}ever comes later. */`).filter((fault) => fault.startsWith("begins"))).toEqual([]);
    },
  );

  it("a sentence of more than thirty words, over line breaks, and none of thirty", () => {
    expect(faults(`/** ${words(30)}. ${words(30)}. */`)).toEqual([]);
    expect(faults(`/**\n * ${words(20)}\n * ${words(11)}.\n */`)).toContainEqual(expect.stringContaining("more than 30 words"));
    expect(faults(`/**\n * ${words(20)}:\n * - ${words(20)}\n * @param x ${words(20)}\n */`)).toEqual([]);
    expect(faults(`/** ${words(29)}. @throws HearthError ${words(28)} */`)).toEqual([]);
  });

  it.each([
    "/** Takes down what the chain shows. */",
    "/** Rows: so many are one statement's work. */",
    "/** A tenant is told of it. */",
    "/** The result, or what became of sending. */",
    "// here the drawer is opened\n",
    "const a = 1; // looks at the head\n",
  ])("a phrase that makes a reader guess: %s", (source) => {
    expect(faults(source)).toHaveLength(1);
  });

  it("nothing in plain English, code or directives for tools", () => {
    expect(faults("/** Stores a page of observed transfers. Returns the `so many` rows. */")).toEqual([]);
    expect(faults('const url = "http://so many";\n// oxlint-disable-next-line so many\n')).toEqual([]);
    expect(faults("// Where a line comment begins like this, it may.\n")).toEqual([]);
  });
});
