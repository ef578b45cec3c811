import type { IconType } from "../../ui/icon.tsx";

export interface NavItem {
  label: string;
  to: string;
  icon: IconType;
  /** Other paths that mark the item as current. */
  also?: readonly string[];
  count?: number | undefined;
}

/** Length of the item's longest path that a path is or lies below, or 0. */
function matchLength({ to, also = [] }: Pick<NavItem, "to" | "also">, pathname: string): number {
  const matching = [to, ...also].filter((path) => pathname === path || pathname.startsWith(`${path}/`));
  return Math.max(0, ...matching.map(({ length }) => length));
}

/** True if a path is the item's own, below it, or one of its others. */
export function isCurrent(item: Pick<NavItem, "to" | "also">, pathname: string): boolean {
  return matchLength(item, pathname) > 0;
}

/** The item whose path fits best: a page below another item's page can have an item of its own. */
export function currentOf<Item extends Pick<NavItem, "to" | "also">>(items: readonly Item[], pathname: string): Item | undefined {
  const longest = Math.max(...items.map((item) => matchLength(item, pathname)));
  return longest === 0 ? undefined : items.find((item) => matchLength(item, pathname) === longest);
}
