import { limits } from "@hearth/domain/limits";
import { createPopupWindow } from "../../../lib/popup-window.ts";

/** The window in which people buy USDC by card or from their bank. */
export const onrampWindow = createPopupWindow("hearth-onramp", limits.checkoutPopup);
