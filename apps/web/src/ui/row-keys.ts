import type { KeyboardEvent } from "react";

const rows = "[data-row]";

/** Where the arrow keys, Home and End lead from a row of a ledger. */
const steps: Record<string, (at: number, count: number) => number> = {
  ArrowDown: (at, count) => Math.min(at + 1, count - 1),
  ArrowUp: (at) => Math.max(at - 1, 0),
  Home: () => 0,
  End: (_, count) => count - 1,
};

/** From row to row by the arrow keys, while one of them has the focus; Enter opens it, as every link. */
function moveAmongRows(event: KeyboardEvent<HTMLElement>): void {
  const step = steps[event.key];
  if (!step || event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return;
  const all = [...(event.currentTarget.closest("table")?.querySelectorAll<HTMLElement>(rows) ?? [])];
  event.preventDefault();
  all[step(all.indexOf(event.currentTarget), all.length)]?.focus();
}

/** What the link or button that opens a row needs for the keys. */
export const rowProps = { "data-row": "", onKeyDown: moveAmongRows } as const;
export type RowProps = typeof rowProps;

/** Leads from a search to the first row of the first ledger of its page; false where there is none. */
export function enterRows(from: HTMLElement): boolean {
  const first = (from.closest("main") ?? document).querySelector<HTMLElement>(rows);
  first?.focus();
  return first !== null;
}
