import { searchOf, text } from "../../lib/search.ts";

/** What the address of a page holds that shows one payment, or has one open. */
export const paymentSearch = searchOf({ payment: text() });
