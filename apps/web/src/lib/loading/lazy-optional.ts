import { type ComponentType, lazy, type LazyExoticComponent } from "react";

/** Loads a part of a page on demand. Renders nothing if its code cannot be loaded, instead of failing the whole page. */
export function lazyOptional<Props>(load: () => Promise<ComponentType<Props>>): LazyExoticComponent<ComponentType<Props>> {
  return lazy(async () => {
    try {
      return { default: await load() };
    } catch {
      return { default: () => null };
    }
  });
}
