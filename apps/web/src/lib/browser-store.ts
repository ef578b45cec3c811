/** The part of the browser's storage that Hearth uses. */
export type ItemStore = Pick<Storage, "getItem" | "setItem" | "removeItem">;

/**
 * Browser storage that never throws. An item that the browser refuses to store, because storage is full, blocked or missing, is kept in
 * memory and lasts as long as this window.
 */
export function createBrowserStore(open: () => ItemStore): ItemStore {
  /** Items that differ from the browser's storage. Null for a removed item. */
  const unstored = new Map<string, string | null>();
  const change = (key: string, value: string | null, write: (storage: ItemStore) => void) => {
    try {
      write(open());
      unstored.delete(key);
    } catch {
      unstored.set(key, value);
    }
  };
  return {
    getItem(key) {
      const value = unstored.get(key);
      if (value !== undefined) return value;
      try {
        return open().getItem(key);
      } catch {
        return null;
      }
    },
    setItem: (key, value) => change(key, value, (storage) => storage.setItem(key, value)),
    removeItem: (key) => change(key, null, (storage) => storage.removeItem(key)),
  };
}

/** Items shared by all windows of this browser. */
export const sharedStore = createBrowserStore(() => window.localStorage);

/** Items of this window, kept over a reload. */
export const windowStore = createBrowserStore(() => window.sessionStorage);
