const key = "searchKey";

/** True if `/` focuses a list's search in this browser. Users of speech input can switch it off. */
export function isSearchKeyOn(): boolean {
  try {
    return localStorage.getItem(key) !== "off";
  } catch {
    return true;
  }
}

/** Stores the setting in this browser. Without storage it is on. */
export function setSearchKey(on: boolean): void {
  try {
    if (on) localStorage.removeItem(key);
    else localStorage.setItem(key, "off");
  } catch {
    // Without storage the setting is not kept.
  }
}
