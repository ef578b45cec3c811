import { limits } from "@hearth/domain/limits";

const name = "hearth-checkout";

let current: Window | null = null;

function features(): string {
  const { width, height } = limits.checkoutPopup;
  const left = Math.max(0, window.screenX + Math.round((window.outerWidth - width) / 2));
  const top = Math.max(0, window.screenY + Math.round((window.outerHeight - height) / 2));
  return `popup,width=${width},height=${height},left=${left},top=${top}`;
}

/**
 * The hosted checkout's window. Browsers open windows only within a click, and the checkout's address is known later, so the window is
 * opened first and sent on.
 */
export const checkoutWindow = {
  /** Within a click: opens an empty window; false when the browser blocks it. */
  prepare(): boolean {
    current = window.open("about:blank", name, features());
    if (current === null) return false;
    current.document.documentElement.style.colorScheme = "light dark";
    current.document.title = "Hearth";
    return true;
  },

  /** Sends the prepared window to the checkout; false when it has gone in the meantime. */
  show(checkoutURL: string): boolean {
    if (current === null || current.closed) return false;
    current.location.replace(checkoutURL);
    return true;
  },

  /** Within a click: brings the checkout to the front, opening it anew where it is gone; false when the browser blocks that. */
  bringBack(checkoutURL: string): boolean {
    if (current === null || current.closed) current = window.open(checkoutURL, name, features());
    current?.focus();
    return current !== null;
  },

  close(): void {
    current?.close();
    current = null;
  },
};
