/** Features of `window.open` for a popup centered over this window. */
export function popupFeatures({ width, height }: { width: number; height: number }): string {
  const left = Math.max(0, window.screenX + Math.round((window.outerWidth - width) / 2));
  const top = Math.max(0, window.screenY + Math.round((window.outerHeight - height) / 2));
  return `popup,width=${width},height=${height},left=${left},top=${top}`;
}

let openedCount = 0;

/**
 * Opens an empty popup whose URL is set later, because browsers block popups outside of a click. Returns null if the browser blocks it.
 * Each popup has a name of its own: opening one under the name of another would replace what is under way there.
 */
export function openPopup(name: string, size: { width: number; height: number }): Window | null {
  const opened = window.open("about:blank", `${name}-${Date.now()}-${openedCount++}`, popupFeatures(size));
  if (opened === null) return null;
  opened.document.documentElement.style.colorScheme = "light dark";
  opened.document.title = "Hearth";
  return opened;
}

/**
 * Popups that outlive the page that opened them, one for each subject, such as a payment. A popup is opened within a click, and navigated once
 * its URL is known, by whichever page is shown then.
 */
export function createPopupWindows(name: string, size: { width: number; height: number }) {
  const shown = new Map<string, Window>();
  let prepared: Window | null = null;
  let isRequested = false;
  const find = (subject: string) => {
    const found = shown.get(subject);
    return found === undefined || found.closed ? null : found;
  };
  return {
    /** Opens an empty popup. Must be called within a click. Returns false if the browser blocks it. */
    prepare(): boolean {
      prepared?.close();
      prepared = openPopup(name, size);
      isRequested = true;
      return prepared !== null;
    },

    /** Returns true once after `prepare`, even if the popup was blocked. Later calls return false. */
    takePrepared(): boolean {
      const wasRequested = isRequested;
      isRequested = false;
      return wasRequested;
    },

    /** Closes the prepared popup, because its URL could not be created. */
    drop(): void {
      prepared?.close();
      prepared = null;
      isRequested = false;
    },

    /** Navigates the prepared popup to a subject's URL. Returns false if it was blocked or closed. */
    show(subject: string, url: string): boolean {
      const target = prepared;
      prepared = null;
      isRequested = false;
      if (target === null || target.closed) return false;
      target.location.replace(url);
      shown.set(subject, target);
      return true;
    },

    /** Brings a subject's popup to the front, or opens it again. Must be called within a click. Returns false if the browser blocks it. */
    bringBack(subject: string, url: string): boolean {
      const target = find(subject) ?? openPopup(name, size);
      if (target === null) return false;
      if (find(subject) === null) target.location.replace(url);
      shown.set(subject, target);
      target.focus();
      return true;
    },

    /** Brings a subject's popup to the front. Returns false if it is not open. */
    focus(subject: string): boolean {
      find(subject)?.focus();
      return find(subject) !== null;
    },

    isOpen: (subject: string): boolean => find(subject) !== null,

    close(subject: string): void {
      find(subject)?.close();
      shown.delete(subject);
    },
  };
}
