import { limits } from "@hearth/domain/limits";
import { openPopup, popupFeatures } from "../../../lib/popup-window.ts";

const name = "hearth-checkout";

let current: Window | null = null;

/**
 * The hosted checkout's window. Browsers open windows only within a click, and the checkout's address is known later, so the window is
 * opened first and sent on.
 */
export const checkoutWindow = {
  /** Within a click: opens an empty window; false when the browser blocks it. */
  prepare(): boolean {
    current = openPopup(name, limits.checkoutPopup);
    return current !== null;
  },

  /** Sends the prepared window to the checkout; false when it has gone in the meantime. */
  show(checkoutURL: string): boolean {
    if (current === null || current.closed) return false;
    current.location.replace(checkoutURL);
    return true;
  },

  /** Within a click: brings the checkout to the front, opening it anew where it is gone; false when the browser blocks that. */
  bringBack(checkoutURL: string): boolean {
    if (current === null || current.closed) current = window.open(checkoutURL, name, popupFeatures(limits.checkoutPopup));
    current?.focus();
    return current !== null;
  },

  close(): void {
    current?.close();
    current = null;
  },
};
