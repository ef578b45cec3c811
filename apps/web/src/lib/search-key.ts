import { sharedStore } from "./browser-store.ts";

const key = "searchKey";

/** True if `/` focuses a list's search in this browser. Users of speech input can switch it off. */
export function isSearchKeyOn(): boolean {
  return sharedStore.getItem(key) !== "off";
}

/** Stores the setting in this browser. */
export function setSearchKey(on: boolean): void {
  if (on) sharedStore.removeItem(key);
  else sharedStore.setItem(key, "off");
}
