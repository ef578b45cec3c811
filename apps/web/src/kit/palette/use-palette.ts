import { useEffect, useState } from "react";
import { isSearchKeyOn } from "../../lib/search-key.ts";

/** Elements in which `?` is typed as text, or which have keys of their own. */
const ownKeys = "input, select, textarea, [contenteditable], [role=dialog], dialog";

/** State of the palette and the list of keys. Ctrl K or Command K toggles the palette from anywhere; `?` opens the list outside of fields. */
export function usePalette() {
  const [shown, setShown] = useState<"palette" | "keys" | null>(null);
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.altKey) return;
      const isMeta = event.ctrlKey || event.metaKey;
      if (event.key.toLowerCase() === "k" && isMeta && !event.shiftKey) {
        event.preventDefault();
        setShown((now) => (now === "palette" ? null : "palette"));
      }
      const isInField = event.target instanceof Element && event.target.closest(ownKeys) !== null;
      if (event.key !== "?" || isMeta || isInField || !isSearchKeyOn()) return;
      event.preventDefault();
      setShown("keys");
    };
    window.addEventListener("keydown", press);
    return () => window.removeEventListener("keydown", press);
  }, []);
  const close = () => setShown(null);
  return {
    isOpen: shown === "palette",
    areKeysOpen: shown === "keys",
    open: () => setShown("palette"),
    openKeys: () => setShown("keys"),
    close,
  };
}
