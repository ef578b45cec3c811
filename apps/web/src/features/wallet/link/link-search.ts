import { searchOf, text } from "../../../lib/search.ts";

/** Search parameters of the outcome, after this window was redirected to the exchange and back. */
export const linkOutcomeSearch = { oauth_success: (value: unknown) => value, oauth_error: text() };

/** Reader for a URL that contains only the outcome. */
export const readLinkOutcome = searchOf(linkOutcomeSearch);
