const key = "searchKey";

/** Whether `/` leads to a list's search in this browser: who speaks to the machine, or types by accident, can switch it off. */
export function isSearchKeyOn(): boolean {
  try {
    return localStorage.getItem(key) !== "off";
  } catch {
    return true;
  }
}

/** Keeps the choice in this browser; without storage it is on. */
export function setSearchKey(on: boolean): void {
  try {
    if (on) localStorage.removeItem(key);
    else localStorage.setItem(key, "off");
  } catch {
    // Without storage nothing is kept.
  }
}
