import { searchOf, text } from "../../../lib/search.ts";

/** What an address says of how linking went, where this window went to the exchange and came back. */
export const linkOutcomeSearch = { oauth_success: (value: unknown) => value, oauth_error: text() };

/** Reads it where the address holds nothing else. */
export const readLinkOutcome = searchOf(linkOutcomeSearch);
