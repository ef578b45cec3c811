/** The features of a window of its own in the middle of this one. */
export function popupFeatures({ width, height }: { width: number; height: number }): string {
  const left = Math.max(0, window.screenX + Math.round((window.outerWidth - width) / 2));
  const top = Math.max(0, window.screenY + Math.round((window.outerHeight - height) / 2));
  return `popup,width=${width},height=${height},left=${left},top=${top}`;
}

/**
 * Within a click: opens an empty window whose address is known a moment later, since browsers open none afterwards. Null when the browser
 * blocks it.
 */
export function openPopup(name: string, size: { width: number; height: number }): Window | null {
  const opened = window.open("about:blank", name, popupFeatures(size));
  if (opened === null) return null;
  opened.document.documentElement.style.colorScheme = "light dark";
  opened.document.title = "Hearth";
  return opened;
}

/**
 * A window of its own that lives beside the pages of this one: opened within a click, sent on when its address is known, and found again by
 * whichever page is shown then.
 */
export function createPopupWindow(name: string, size: { width: number; height: number }) {
  let current: Window | null = null;
  let isAsked = false;
  const isOpen = () => current !== null && !current.closed;
  return {
    /** Within a click: opens an empty window; false when the browser blocks it. */
    prepare(): boolean {
      current = openPopup(name, size);
      isAsked = true;
      return current !== null;
    },

    /** Whether a click has asked for the window, blocked or not, and no page has answered it yet; asking here answers it. */
    takePrepared(): boolean {
      const wasAsked = isAsked;
      isAsked = false;
      return wasAsked;
    },

    /** Sends the prepared window to an address; false when it has gone in the meantime. */
    show(address: string): boolean {
      isAsked = false;
      if (current === null || current.closed) return false;
      current.location.replace(address);
      return true;
    },

    /** Within a click: brings the window to the front, opening it anew where it is gone; false when the browser blocks that. */
    bringBack(address: string): boolean {
      if (!isOpen()) current = window.open(address, name, popupFeatures(size));
      current?.focus();
      return current !== null;
    },

    /** Brings the window to the front, where it is still there. */
    focus(): void {
      if (isOpen()) current?.focus();
    },

    isOpen,

    close(): void {
      current?.close();
      current = null;
      isAsked = false;
    },
  };
}
