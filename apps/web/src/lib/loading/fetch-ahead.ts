import { whenIdle } from "./when-idle.ts";

/** Code that the pages at these paths open with a press. */
export interface Ahead {
  paths: readonly string[];
  load: () => Promise<unknown>;
}

interface Pages {
  state: { location: { pathname: string } };
  subscribe: (event: "onResolved", listener: () => void) => unknown;
}

/** Fetches the code that the current page may open, when the browser is idle, and again after each navigation. A file that fails is left to the press. */
export function fetchAhead(pages: Pages, known: readonly Ahead[]): void {
  const fetch = () => {
    for (const { paths, load } of known) if (paths.includes(pages.state.location.pathname)) void load().catch(() => undefined);
  };
  whenIdle(fetch);
  pages.subscribe("onResolved", () => whenIdle(fetch));
}
