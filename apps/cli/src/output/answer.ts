import type { ExitCode } from "../exit-codes.ts";
import { type Column, drawTable } from "./table.ts";
import { dim, heading, plain } from "./words.ts";

/** What a command answers: for programs as JSON, for people as text that is made only when it is wanted. */
export interface Answer {
  json: unknown;
  text: () => string;
  /** 0 when left out. */
  exitCode?: ExitCode;
}

/** A page of a list. */
export interface Page<Item> {
  items: Item[];
  nextCursor: string | null;
}

/** A list as a table, with how to go on where there is more; `none` is said where it is empty. */
export function listAnswer<Item>(page: Page<Item>, columns: Column<Item>[], none: string): Answer {
  const text = () => {
    if (page.items.length === 0) return none;
    const more = page.nextCursor === null ? [] : ["", dim(`There are more. Go on with: --cursor ${page.nextCursor}`)];
    return [drawTable(columns, page.items), ...more].join("\n");
  };
  return { json: page, text };
}

/** One thing with its facts, one a line, and then its parts; a fact that is null or empty is left out. */
export function detailAnswer(
  json: unknown,
  facts: Record<string, string | number | null>,
  parts: () => (string | null)[] = () => [],
): Answer {
  const text = () => {
    const shown = Object.entries(facts).filter(([, value]) => value !== null && value !== "");
    const width = Math.max(...shown.map(([name]) => name.length));
    const lines = shown.map(([name, value]) => `${dim(name.padEnd(width))}  ${plain(String(value))}`);
    return [lines.join("\n"), ...parts().filter((part) => part !== null)].join("\n\n");
  };
  return { json, text };
}

/** A titled table within a detail; null where it has no rows. */
export function section<Item>(title: string, items: Item[], columns: Column<Item>[]): string | null {
  return items.length === 0 ? null : `${heading(title)}\n${drawTable(columns, items)}`;
}

/** A sentence. */
export function sentence(message: string, json: Record<string, unknown> = {}): Answer {
  return { json: { message, ...json }, text: () => plain(message) };
}
