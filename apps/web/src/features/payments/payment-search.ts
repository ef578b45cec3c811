import { searchOf, text } from "../../lib/search.ts";

/** Search parameters of a page that shows or opens a payment. */
export const paymentSearch = searchOf({ payment: text() });
