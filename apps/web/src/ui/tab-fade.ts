/** Marks the sides of a row at which tabs are hidden, where its style fades them out. Follows the row's size and scroll position. */
export function fadeHiddenTabs(row: HTMLElement): void {
  const mark = () => {
    row.toggleAttribute("data-before", row.scrollLeft > 1);
    row.toggleAttribute("data-after", row.scrollLeft < row.scrollWidth - row.clientWidth - 1);
  };
  new ResizeObserver(mark).observe(row);
  row.addEventListener("scroll", mark, { passive: true });
}
