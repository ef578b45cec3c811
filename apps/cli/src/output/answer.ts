import type { ExitCode } from "../exit-codes.ts";
import { type Column, drawTable } from "./table.ts";
import { dim, heading, plain } from "./words.ts";

/** A command's result: JSON for programs, and text for people that is built only on demand. */
export interface Answer {
  json: unknown;
  text: () => string;
  /** Defaults to 0. */
  exitCode?: ExitCode;
}

/** A page of a list. */
export interface Page<Item> {
  items: Item[];
  nextCursor: string | null;
}

/** Formats a list as a table, with the next cursor if there is more. `none` is the message for an empty list. */
export function listAnswer<Item>(page: Page<Item>, columns: Column<Item>[], none: string): Answer {
  const text = () => {
    if (page.items.length === 0) return none;
    const more = page.nextCursor === null ? [] : ["", dim(`There are more. Go on with: --cursor ${page.nextCursor}`)];
    return [drawTable(columns, page.items), ...more].join("\n");
  };
  return { json: page, text };
}

/** Formats one object: a line for each fact, then its sections. Facts that are null or empty are left out. */
export function detailAnswer(
  json: unknown,
  facts: Record<string, string | number | null>,
  parts: () => (string | null)[] = () => [],
): Answer {
  const text = () => {
    const visible = Object.entries(facts).filter(([, value]) => value !== null && value !== "");
    const width = Math.max(...visible.map(([name]) => name.length));
    const lines = visible.map(([name, value]) => `${dim(name.padEnd(width))}  ${plain(String(value))}`);
    return [lines.join("\n"), ...parts().filter((part) => part !== null)].join("\n\n");
  };
  return { json, text };
}

/** Formats a titled table within a detail. Null if it has no rows. */
export function section<Item>(title: string, items: Item[], columns: Column<Item>[]): string | null {
  return items.length === 0 ? null : `${heading(title)}\n${drawTable(columns, items)}`;
}

export function sentence(message: string, json: Record<string, unknown> = {}): Answer {
  return { json: { message, ...json }, text: () => plain(message) };
}
