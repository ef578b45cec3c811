import { type ComponentType, lazy, type LazyExoticComponent } from "react";

/**
 * A part of a page that is fetched after the first look and that the page can do without: where its code does not come, it is left out instead of
 * taking the page with it.
 */
export function optional<Props>(load: () => Promise<ComponentType<Props>>): LazyExoticComponent<ComponentType<Props>> {
  return lazy(async () => {
    try {
      return { default: await load() };
    } catch {
      return { default: () => null };
    }
  });
}
