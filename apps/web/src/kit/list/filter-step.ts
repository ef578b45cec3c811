/**
 * Options of the navigation that applies a filter. It is a step of the history, so that Back returns to the filter before. Continued typing
 * into a search and closing a dialog over the list (`transaction`) are no steps.
 */
export function filterStep(before: object, change: object): { replace: boolean; resetScroll: false } {
  const isTyping = hasSearch(before) && hasSearch(change);
  const replace = Object.keys(change).every((name) => name === "transaction" || (name === "search" && isTyping));
  return { replace, resetScroll: false };
}

function hasSearch(filter: { search?: unknown }): boolean {
  return Boolean(filter.search);
}
