import { type KeyboardEvent, type RefObject, useEffect } from "react";
import { isSearchKeyOn } from "../../lib/search-key.ts";
import { enterRows } from "../../ui/row-keys.ts";

/** Elements in which `/` is typed as text. */
const textInputs = "input, select, textarea, [contenteditable]";

/** Moves the focus to a search on `/`. Ignored while typing, in a dialog, or if the key is switched off in the settings. */
export function useSearchKey(search: RefObject<HTMLInputElement | null>): void {
  useEffect(() => {
    const press = (event: globalThis.KeyboardEvent) => {
      if (event.key !== "/" || event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented || !isSearchKeyOn()) return;
      if (event.target instanceof Element && event.target.closest(`${textInputs}, [role=dialog], dialog`)) return;
      event.preventDefault();
      search.current?.select();
      search.current?.focus();
    };
    document.addEventListener("keydown", press);
    return () => document.removeEventListener("keydown", press);
  }, [search]);
}

/** Keys of a search: Escape clears it, or leaves it if it is empty. Arrow down moves to the rows. */
export function searchKeys(event: KeyboardEvent<HTMLInputElement>, onClear: () => void): void {
  const { currentTarget: input, key } = event;
  if (key === "ArrowDown" && enterRows(input)) event.preventDefault();
  if (key !== "Escape") return;
  event.preventDefault();
  if (input.value === "") input.blur();
  else onClear();
}
