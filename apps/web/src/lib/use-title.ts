import { useEffect } from "react";

/** Sets the document's title: `Sign in · Hearth`. */
export function useTitle(title: string): void {
  useEffect(() => {
    document.title = `${title} · Hearth`;
  }, [title]);
}
