import type { IconType } from "../../ui/icon.tsx";

export interface NavItem {
  label: string;
  to: string;
  icon: IconType;
  /** Other paths that mark the item as current. */
  also?: readonly string[];
  count?: number | undefined;
}

/** True if a path is the item's own, below it, or one of its others. */
export function isCurrent(item: Pick<NavItem, "to" | "also">, pathname: string): boolean {
  const itemPaths = [item.to, ...(item.also ?? [])];
  return itemPaths.some((path) => pathname === path || pathname.startsWith(`${path}/`));
}
