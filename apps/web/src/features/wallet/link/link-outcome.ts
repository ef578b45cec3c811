import { errorCodes, errorMessage } from "@hearth/domain/errors";
import type { SearchOf } from "../../../lib/search.ts";
import { callbackProblems } from "./link-flow.ts";
import type { readLinkOutcome } from "./link-search.ts";

/** How it went: without a problem, or with the sentence that says why not; undefined where the window did not come from there. */
export function linkOutcome(search: SearchOf<typeof readLinkOutcome>): { problem: string | null } | undefined {
  if (search.oauth_error !== undefined) return { problem: knownProblem(search.oauth_error) };
  return search.oauth_success === undefined ? undefined : { problem: null };
}

/** Anybody can write an address: only a sentence of the product's own is repeated. */
function knownProblem(text: string): string {
  const own: string[] = [...Object.values(callbackProblems), ...errorCodes.map(errorMessage)];
  return own.includes(text) ? text : callbackProblems.unknown;
}
