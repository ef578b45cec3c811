import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { commentsOf, faultsOf, judgeFolders } from "./checks/plain-language.ts";
import { unfinishedFolders } from "./checks/unfinished-folders.ts";

const root = join(import.meta.dirname, "..");
const read = (file: string) => readFileSync(join(root, file), "utf8");

const findings = globSync(["{apps,packages,scripts}/**/*.{ts,tsx,mjs,css}", "*.config.ts"], {
  cwd: root,
  exclude: ["**/node_modules/**", "**/dist/**", "**/*.gen.ts", "scripts/checks/plain-language.ts", "scripts/plain-language.test.ts"],
}).flatMap((file) =>
  commentsOf(read(file)).flatMap((comment) => faultsOf(comment).map((fault) => ({ file, text: `${file}:${comment.line} ${fault}` }))),
);

describe("the comments", () => {
  const { open, finished } = judgeFolders(findings, unfinishedFolders);

  it("are plain English in every folder that has been rewritten", () => {
    expect(
      open.map(({ text }) => text),
      "Write what it does, in the field's own words.",
    ).toEqual([]);
  });

  it("of each unfinished folder still have something to rewrite", () => {
    expect(finished, "These are done: remove them from scripts/checks/unfinished-folders.ts.").toEqual([]);
  });
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

  it("folders that are done, and findings outside the unfinished folders", () => {
    const found = [{ file: "apps/server/src/rent/a.ts" }, { file: "apps/server/src/b.ts" }, { file: "scripts/c.ts" }];
    expect(judgeFolders(found, ["apps/server/src", "apps/server/src/rent", "apps/web"])).toEqual({
      open: [{ file: "scripts/c.ts" }],
      finished: ["apps/web"],
    });
    expect(judgeFolders(found.slice(0, 1), ["apps/server/src", "apps/server/src/rent"]).finished).toEqual(["apps/server/src"]);
  });
});
