import { useEffect } from "react";
import { whenIdle } from "./when-idle.ts";

/**
 * Fetches the code of the dialog of a page's main act when the browser is idle, so that a press opens it at once on a slow network. On a 2g
 * connection, and where the visitor saves data, only its button fetches it.
 */
export function useFetchWhenIdle(part: { opener: { onFocus: () => void } } | undefined): void {
  useEffect(() => (part && !savesData() ? whenIdle(part.opener.onFocus) : undefined), [part]);
}

declare global {
  interface Navigator {
    /** Known to Chromium only. */
    readonly connection?: { readonly saveData?: boolean; readonly effectiveType?: string };
  }
}

/** True on a 2g connection, and where the visitor saves data. */
function savesData(): boolean | undefined {
  const { connection } = navigator;
  return connection?.saveData || connection?.effectiveType?.endsWith("2g");
}
