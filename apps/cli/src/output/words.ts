import { styleText } from "node:util";

type Format = Parameters<typeof styleText>[0];

/** Colours text only in terminals that support it, and never with NO_COLOR. */
function paint(format: Format, text: string): string {
  return styleText(format, text, { stream: process.stdout, validateStream: true });
}

export const dim = (text: string): string => paint("dim", text);
export const heading = (text: string): string => paint("bold", text);
export const good = (text: string): string => paint("green", text);
export const bad = (text: string): string => paint("red", text);

const colours: Record<string, Format> = {
  completed: "green",
  active: "green",
  pending: "yellow",
  open: "yellow",
  inactive: "yellow",
  failed: "red",
  suspended: "red",
};

/** Colours a status, so that it is easier to find. */
export function paintStatus(cell: string): string {
  const format = colours[cell.trim()];
  return format === undefined ? cell : paint(format, cell);
}

/** Removes control characters from people's text, so that it cannot move the cursor or ring the bell. */
export function plain(text: string): string {
  return text.replaceAll(/[\p{Cc}\p{Cf}]+/gu, " ");
}

const moment = new Intl.DateTimeFormat("sv-SE", { dateStyle: "short", timeStyle: "short" });

/** Formats a moment in this machine's time zone: `2026-11-20 13:05`. */
export function when(iso: string | null): string {
  return iso === null ? "" : moment.format(new Date(iso));
}

/** Formats dollars: `$1,450.00`. */
export function usd(amount: number): string {
  return amount.toLocaleString("en-US", { style: "currency", currency: "USD" });
}
