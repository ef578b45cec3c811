import { limits } from "@hearth/domain/limits";
import { createPopupWindow } from "../../../lib/popup-window.ts";

/** The hosted checkout's window. */
export const checkoutWindow = createPopupWindow("hearth-checkout", limits.checkoutPopup);
