import type { KeyboardEvent } from "react";

const rows = "[data-row]";

/** Index of the row that a key moves to. */
const steps: Record<string, (at: number, count: number) => number> = {
  ArrowDown: (index, count) => Math.min(index + 1, count - 1),
  j: (index, count) => Math.min(index + 1, count - 1),
  ArrowUp: (index) => Math.max(index - 1, 0),
  k: (index) => Math.max(index - 1, 0),
  Home: () => 0,
  End: (_, count) => count - 1,
};

/** Moves the focus between rows with the arrow keys, or j and k. Space chooses the row in a table with checkboxes. */
function moveAmongRows(event: KeyboardEvent<HTMLElement>): void {
  if (event.key === " ") return chooseRow(event);
  const step = steps[event.key];
  if (!step || event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return;
  const all = [...(event.currentTarget.closest("table")?.querySelectorAll<HTMLElement>(rows) ?? [])];
  event.preventDefault();
  all[step(all.indexOf(event.currentTarget), all.length)]?.focus();
}

/** Clicks the row's checkbox, with the Shift key as it is held. */
function chooseRow(event: KeyboardEvent<HTMLElement>): void {
  const checkbox = event.currentTarget.closest("tr")?.querySelector("input[type=checkbox]");
  if (!checkbox) return;
  event.preventDefault();
  checkbox.dispatchEvent(new MouseEvent("click", { bubbles: true, cancelable: true, shiftKey: event.shiftKey }));
}

/** Props for the link or button of a row, for keyboard navigation. */
export const rowProps = { "data-row": "", onKeyDown: moveAmongRows } as const;
export type RowProps = typeof rowProps;

/** Moves the focus to the first row of the first table on the page. Returns false if there is none. */
export function enterRows(from: HTMLElement): boolean {
  const first = (from.closest("main") ?? document).querySelector<HTMLElement>(rows);
  first?.focus();
  return first !== null;
}
