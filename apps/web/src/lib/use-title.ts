import { useEffect } from "react";

/** Names the page in the window's title: `Sign in · Hearth`. */
export function useTitle(title: string): void {
  useEffect(() => {
    document.title = `${title} · Hearth`;
  }, [title]);
}
