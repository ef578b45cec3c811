/** Features of `window.open` for a popup centered over this window. */
export function popupFeatures({ width, height }: { width: number; height: number }): string {
  const left = Math.max(0, window.screenX + Math.round((window.outerWidth - width) / 2));
  const top = Math.max(0, window.screenY + Math.round((window.outerHeight - height) / 2));
  return `popup,width=${width},height=${height},left=${left},top=${top}`;
}

/** Opens an empty popup whose URL is set later, because browsers block popups outside of a click. Returns null if the browser blocks it. */
export function openPopup(name: string, size: { width: number; height: number }): Window | null {
  const opened = window.open("about:blank", name, popupFeatures(size));
  if (opened === null) return null;
  opened.document.documentElement.style.colorScheme = "light dark";
  opened.document.title = "Hearth";
  return opened;
}

/**
 * A popup that outlives the page that opened it: opened within a click, navigated once its URL is known, and controlled by whichever page
 * is shown then.
 */
export function createPopupWindow(name: string, size: { width: number; height: number }) {
  let current: Window | null = null;
  let isRequested = false;
  const isOpen = () => current !== null && !current.closed;
  return {
    /** Opens an empty popup. Must be called within a click. Returns false if the browser blocks it. */
    prepare(): boolean {
      current = openPopup(name, size);
      isRequested = true;
      return current !== null;
    },

    /** Returns true once after `prepare`, even if the popup was blocked. Later calls return false. */
    takePrepared(): boolean {
      const wasRequested = isRequested;
      isRequested = false;
      return wasRequested;
    },

    /** Navigates the popup to a URL. Returns false if it was closed. */
    show(address: string): boolean {
      isRequested = false;
      if (current === null || current.closed) return false;
      current.location.replace(address);
      return true;
    },

    /** Brings the popup to the front, or reopens it. Must be called within a click. Returns false if the browser blocks it. */
    bringBack(address: string): boolean {
      if (!isOpen()) current = window.open(address, name, popupFeatures(size));
      current?.focus();
      return current !== null;
    },

    /** Brings the popup to the front if it is open. */
    focus(): void {
      if (isOpen()) current?.focus();
    },

    isOpen,

    close(): void {
      current?.close();
      current = null;
      isRequested = false;
    },
  };
}
