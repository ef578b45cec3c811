import { existsSync, globSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, it } from "vitest";

const root = join(import.meta.dirname, "..");
const read = (file: string) => readFileSync(join(root, file), "utf8");
const pages = ["README.md", "CONTRIBUTING.md", "SECURITY.md", ...globSync("docs/**/*.md", { cwd: root })];

describe("the docs", () => {
  it("start with a README of at most 150 lines", () => {
    expect(read("README.md").split("\n").length - 1).toBeLessThanOrEqual(150);
  });

  it("explain every variable of .env.example", () => {
    const variables = [...read(".env.example").matchAll(/^#? ?([A-Z][A-Z0-9_]+)=/gm)].map(([, name = ""]) => name);
    expect(variables.length).toBeGreaterThan(30);
    // A row names the second variable of a pair by its ending: `EXCHANGE_API_URL`, `_LOGIN_URL`.
    const rows = read("docs/configuration.md").split("\n");
    const isNamed = (name: string) =>
      rows.some((row) => row.includes(`\`${name}\``) || [...row.matchAll(/`(_[A-Z_]+)`/g)].some(([, end = ""]) => name.endsWith(end)));
    expect(variables.filter((name) => !isNamed(name) && !name.startsWith("S3_"))).toEqual([]);
  });

  it.each(pages)("%s links only to files that exist", (page) => {
    const targets = [...read(page).matchAll(/\]\((?!https?:|#|mailto:)([^)#\s]+)/g)].map(([, target = ""]) => target);
    expect(targets.filter((target) => !existsSync(join(root, dirname(page), target)))).toEqual([]);
  });
});

describe("the decisions", () => {
  const decisions = globSync("docs/decisions/0*.md", { cwd: root }).toSorted();
  const index = read("docs/decisions/README.md");

  it.each(decisions)("%s opens with a summary of one line, and is in the index", (file) => {
    const [title = "", empty, summary = "", after] = read(file).split("\n");
    expect(title).toMatch(/^# \d+\. /);
    expect([empty, after]).toEqual(["", ""]);
    expect(summary).toMatch(/^[A-Z`].*\.$/);
    const line = index.split("\n").filter((row) => row.includes(`](${file.split("/").at(-1)})`));
    expect(line).toHaveLength(1);
  });

  it("name each other when one supersedes another", () => {
    const relations = (verb: string) =>
      decisions.flatMap((file) => {
        const head = read(file).split("**Context.**")[0] ?? "";
        const sentences = head.split("\n").filter((line) => line.startsWith(verb));
        return sentences.flatMap((line) =>
          [...line.matchAll(/\((\d+)-/g)].map(([, other = ""]) => [Number(file.slice(15, 19)), Number(other)]),
        );
      });
    const sorted = (pairs: number[][]) => pairs.map(([one, other]) => `${one} supersedes ${other}`).toSorted();
    const supersedes = relations("Supersedes");
    expect(supersedes.length).toBeGreaterThan(20);
    expect(sorted(relations("Superseded").map((pair) => pair.toReversed()))).toEqual(sorted(supersedes));
  });
});
