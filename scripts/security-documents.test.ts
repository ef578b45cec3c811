import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";

const root = join(import.meta.dirname, "..");
const read = (file: string) => readFileSync(join(root, file), "utf8");

/** Returns the place of a file that a document names: from the root, or from the server's folder. */
const placeOf = (file: string) => (existsSync(join(root, file)) ? file : join("apps/server/src", file));

/** The cells of a document's rows of facts. */
const rowsOf = (document: string) =>
  read(document)
    .split("\n")
    .filter((line) => line.startsWith("| ") && !/^\| (-|section|attacker|what )/.test(line))
    .map((line) =>
      line
        .split("|")
        .slice(1, -1)
        .map((cell) => cell.trim()),
    );

/** Tests that a text names: a file, and the title of a test in it. */
const testsIn = (text: string) => [...text.matchAll(/`([\w/.-]+\.ts)` "([^"]+)"/g)].map(([, file = "", title = ""]) => ({ file, title }));

describe("the security documents", () => {
  it.each(["docs/threat-model.md", "docs/asvs.md"])("%s names only existing files and titles of tests", (document) => {
    const text = read(document);
    const files = [...text.matchAll(/`([\w/.-]+\.ts)`/g)].map(([, file = ""]) => file);
    expect(files.filter((file) => !existsSync(join(root, placeOf(file))))).toEqual([]);
    const named = testsIn(text);
    expect(named.length).toBeGreaterThan(40);
    const isThere = ({ file, title }: (typeof named)[number]) =>
      read(placeOf(file))
        .replaceAll(/\(\s+/g, "(")
        .includes(`(${JSON.stringify(title)}`);
    expect(named.filter((test) => !isThere(test))).toEqual([]);
  });

  it("names a test for each section of the standard that is met", () => {
    const sections = rowsOf("docs/asvs.md");
    const states = new Set(sections.map(([, state]) => state));
    expect(states).toEqual(new Set(["met", "in part", "not applicable"]));
    const met = sections.filter(([, state]) => state === "met");
    expect(met.length).toBeGreaterThan(30);
    expect(met.filter(([, , evidence = ""]) => testsIn(evidence).length === 0).map(([section]) => section)).toEqual([]);
  });

  it("names a test for each attack", () => {
    const attacks = rowsOf("docs/threat-model.md").filter((cells) => cells.length === 4);
    expect(attacks.length).toBeGreaterThan(30);
    expect(attacks.filter(([, , , shown = ""]) => testsIn(shown).length === 0).map(([, attempt]) => attempt)).toEqual([]);
  });
});
