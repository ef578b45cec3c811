import { expect, it } from "vitest";
import { linkOutcome } from "./link-outcome.ts";
import { readLinkOutcome } from "./link-search.ts";

const outcomeOf = (search: object) => linkOutcome(readLinkOutcome({ ...search }));

it("tells a user who returns from the exchange how it went", () => {
  expect(outcomeOf({ oauth_success: true })).toEqual({ problem: null });
  expect(outcomeOf({ oauth_error: "You did not allow access to your Coinbase account" })).toEqual({
    problem: "You did not allow access to your Coinbase account",
  });
  expect(outcomeOf({ oauth_error: "Network error occurred" })).toEqual({ problem: "Network error occurred" });
  expect(outcomeOf({})).toBeUndefined();
});

it("repeats no text that somebody else put into the URL", () => {
  expect(outcomeOf({ oauth_error: "Call 555 0100" })).toEqual({ problem: "Unknown error occurred" });
  expect(outcomeOf({ oauth_error: 7 })).toBeUndefined();
});
