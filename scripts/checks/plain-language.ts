/** A comment of a source file. */
export interface Comment {
  /** The line that it begins on, counted from 1. */
  line: number;
  /** Its text without comment marks. Line breaks inside a paragraph are spaces. */
  text: string;
  /** True for a docstring, false for line comments. */
  isDocstring: boolean;
}

/** Words that begin a relative clause: a docstring that begins with one describes an answer instead of saying what the code does. */
const relativeStarts = ["Those", "Whose", "Whom", "Such", "So many", "What", "Whether", "Who", "How", "Where"];

/** Phrases that make a reader guess, each with the plain words to use instead. */
const phrases: Readonly<Record<string, string>> = {
  "so many": "a number, a limit or a batch size",
  "so much": "an amount",
  "takes? down": "stores, records",
  "(is|are|was|were) told": "receives, gets an email, is notified",
  "looks? at": "reads, checks",
  "what stands": "the value, the row",
  "put to": "assigned to, counted for",
  "goes by itself": "runs automatically",
  "asks? by (itself|themselves)": "polls",
  "(by|of) whoever": "the person, the caller",
  "what became of": "the result of, the outcome of",
  "what of (it|them)": "which part of",
  "whom the": "the users that the",
  "the house": "the project",
  "the drawer": "the menu, the panel",
  furniture: "layout",
  crumbs: "breadcrumbs",
  rests: "the name of the state",
  "lives through": "runs",
  "speaks for": "confirms",
  "stands? back": "has a lower priority",
  "in the moment": "when",
  "further behind than": "a maximum lag",
};

const longestSentence = 30;

/** Lists the comments of TypeScript, JavaScript or CSS source. Consecutive line comments count as one. Directives for tools are left out. */
export function commentsOf(source: string): Comment[] {
  const found: Comment[] = [];
  for (const match of source.matchAll(
    /\/\*\*(?=\s)(?<doc>[\s\S]*?)\*\/|^[ \t]*\/\/[^\n]*(?:\n[ \t]*\/\/[^\n]*)*|[;,{}()] \/\/ (?<tail>[^\n]*)/gm,
  )) {
    const { doc, tail } = match.groups ?? {};
    const lines = (doc ?? tail ?? match[0]).split("\n").map((line) => line.replace(/^\s*(\*|\/\/)? ?/, "").trimEnd());
    const text = lines
      .join("\n")
      .replaceAll(/\n(?!\n|- |\d+\. |@)/g, " ")
      .trim();
    if (text === "" || /^(oxlint|eslint|@ts-|@import|@vitest)/.test(text)) continue;
    found.push({ line: source.slice(0, match.index).split("\n").length, text, isDocstring: doc !== undefined });
  }
  return found;
}

/** Says what is not plain English in a comment. The start and the length of sentences are judged in docstrings only, the phrases everywhere. */
export function faultsOf({ text, isDocstring }: Comment): string[] {
  const start = relativeStarts.find((word) => new RegExp(String.raw`^${word}\b`).test(text));
  const long = sentencesOf(text).filter((sentence) => sentence.split(/\s+/).length > longestSentence);
  const prose = text.replaceAll(/`[^`]*`/g, "");
  const used = Object.entries(phrases).filter(([phrase]) => new RegExp(String.raw`\b${phrase}\b`, "i").test(prose));
  return [
    ...(isDocstring && start !== undefined
      ? [`begins with "${start}": begin with a verb ("Returns ...") or a noun ("True when ...", "The ...")`]
      : []),
    ...(isDocstring ? long.map((sentence) => `has a sentence of more than ${longestSentence} words: ${sentence.slice(0, 60)} ...`) : []),
    ...used.map(([phrase, instead]) => `says "${new RegExp(phrase, "i").exec(prose)?.[0]}": write ${instead}`),
  ];
}

/** Splits at the ends of sentences, at list items and at tags. A word with a full stop inside (`e.g.`, `main.ts`) does not end a sentence. */
function sentencesOf(text: string): string[] {
  return text
    .split(/(?<=[.!?])\s+(?=[A-Z`"(])|\n+/)
    .map((sentence) => sentence.trim())
    .filter((sentence) => sentence !== "");
}

/** Splits findings, each with its file, between the files that must be plain and the listed folders that are not rewritten yet. */
export function judgeFolders<T extends { file: string }>(findings: T[], unfinished: readonly string[]): { open: T[]; finished: string[] } {
  const open: T[] = [];
  const withFindings = new Set<string>();
  for (const finding of findings) {
    // The longest listed folder counts, so that `apps/server/src` covers what no other listed folder covers.
    const [folder] = unfinished.filter((one) => finding.file.startsWith(`${one}/`)).toSorted((one, other) => other.length - one.length);
    if (folder === undefined) open.push(finding);
    else withFindings.add(folder);
  }
  return { open, finished: unfinished.filter((folder) => !withFindings.has(folder)) };
}
