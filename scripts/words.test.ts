import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { pageTextsOf, userTextsOf } from "./checks/user-texts.ts";

const root = join(import.meta.dirname, "..");

/** Files with text for users: pages, emails, PDF and CSV files, errors, API descriptions, demo data. */
const places = [
  "apps/web/{index,public/offline}.html",
  "apps/web/src/**/*.{ts,tsx}",
  "packages/{domain,exchange}/src/**/*.ts",
  "apps/server/src/{audit,csv,features,pdf,rest,trpc,uploads}/**/*.ts",
  "apps/server/src/plugins/{broken-requests,errors,page-heads,unsubscribe}.ts",
  "apps/server/src/rest/openapi/guide.md",
  "apps/demo/src/**/*.ts",
];

/** A row of the tables of words to avoid. */
interface Avoided {
  phrase: string;
  /** Finds the phrase in a text. */
  pattern: RegExp;
}

const avoided = (readFileSync(join(root, "docs/words.md"), "utf8").split("## Words to avoid")[1] ?? "")
  .split("\n")
  .filter((line) => line.startsWith("| ") && !/^\| (avoid |-)/.test(line))
  .map((line) => line.split("|").map((cell) => cell.trim()))
  .map(([, phrase = "", , except = ""]): Avoided => ({ phrase, pattern: patternOf(phrase, except) }));

/** `"Let"` is a whole text, such as the text of a button. `recognis*` is every word that begins so. The exception is the phrase with the word after it. */
function patternOf(phrase: string, except: string): RegExp {
  const whole = /^"(?<text>.+)"$/.exec(phrase)?.groups?.["text"];
  if (whole !== undefined) return new RegExp(`^${whole}$`);
  const words = phrase.replaceAll("*", String.raw`\w*`);
  return new RegExp(String.raw`(?<![\w-])${except === "" ? "" : `(?!${except}\\b)`}${words}(?![\w-])`, "i");
}

function faultsOf(file: string, source: string): string[] {
  const texts = /\.(md|html)$/.test(file) ? pageTextsOf(source) : userTextsOf(source, file.endsWith("x") ? "tsx" : "ts");
  return texts.flatMap(({ at, text }) =>
    avoided
      .filter(({ pattern }) => pattern.test(text))
      .map(({ phrase }) => `${file}:${source.slice(0, at).split("\n").length} says "${phrase}": ${text}`),
  );
}

it("no text that people read has a phrase that docs/words.md avoids", { timeout: 60_000 }, () => {
  const files = places.flatMap((place) => globSync(place, { cwd: root })).filter((file) => !/\.test\.|\.gen\.|\/testing\//.test(file));
  expect(files.length).toBeGreaterThan(900);
  expect(files.flatMap((file) => faultsOf(file, readFileSync(join(root, file), "utf8")))).toEqual([]);
});

const phrasesIn = (source: string, file = "page.tsx") =>
  faultsOf(file, source).map((fault) => /says "(?<phrase>.*?)": /.exec(fault)?.groups?.["phrase"]);

describe("the check finds", () => {
  it.each([
    [
      "a sentence of a page, over line breaks",
      "<p>We ask\n  no-<b>one</b>, and no\n  body: every\nbody is fine. All\n the same, wait.</p>",
      ["all the same"],
    ],
    ["a sentence around a value", "<p>If {name} is recognised, wait</p>", ["recognis*"]],
    ["a label", '<Button title="Let" />', ['"Let"']],
    ["an attribute", '<Field label="Days of grace" />', ["days of grace"]],
    ["a template", "const text = `Nobody of ${unit} has paid`;", ["nobody"]],
    ["an error for users", 'throw new HearthError("CONFLICT", "Somebody else changed this")', ["somebody"]],
    ["a row of choices", 'const names = { a: "Take back" };', ["take back"]],
    ["an email", "const mail = { lines: [`A mail is on its way to ${to}`] };", ["mail"]],
    ["a column of a file", 'const heads = ["Owed before", "Rent a month"];', ["owed before", "rent a month"]],
    ["a British spelling", 'const hint = "A per cent of the cheques";', ["per cent", "cheque*"]],
  ])("%s", (_, source, phrases) => {
    expect(phrasesIn(source)).toEqual(phrases);
  });

  it("a sentence of a page in Markdown or HTML", () => {
    expect(phrasesIn("Some text.\n\nIt tells everybody.\n", "guide.md")).toEqual(["everybody"]);
    expect(phrasesIn("<p>Nobody\nknows.</p>", "page.html")).toEqual(["nobody"]);
  });
});

describe("the check leaves alone", () => {
  it.each([
    ["names in code", 'const nobody = mails["nobody"]; import { cheque } from "./mail cheque";'],
    ["comments", "/** Nobody takes back a mail. */ // somebody"],
    ["types", 'type Mail = "a mail" | "Nobody";'],
    ["statements", "const rows = sql`select mail from nobody where cheque`;"],
    ["logs and programs' own errors", 'deps.log.warn("a mail of somebody"); throw new Error("Nobody is here");'],
    ["names of style classes", '<p className="mail nobody">Text</p>'],
    ["a word inside a sentence that is only a label to avoid", "<p>Let us know</p>"],
    ["an exception", "<p>No mail server is configured</p>"],
  ])("%s", (_, source) => {
    expect(phrasesIn(source)).toEqual([]);
  });

  it("code in Markdown", () => {
    expect(phrasesIn("```sh\nnobody has a mail\n```\n`somebody or nobody` is a value.\n", "guide.md")).toEqual([]);
  });
});
