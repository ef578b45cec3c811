import { errorCodes, errorMessage } from "@hearth/domain/errors";
import type { SearchOf } from "../../../lib/search.ts";
import { callbackProblems } from "./link-flow.ts";
import type { readLinkOutcome } from "./link-search.ts";

/** Reads the outcome from the URL: a null problem or the error message. Undefined if the window did not come from the exchange. */
export function linkOutcome(search: SearchOf<typeof readLinkOutcome>): { problem: string | null } | undefined {
  if (search.oauth_error !== undefined) return { problem: knownProblem(search.oauth_error) };
  return search.oauth_success === undefined ? undefined : { problem: null };
}

/** Anybody can forge a URL, so only Hearth's own messages are repeated. */
function knownProblem(text: string): string {
  const messages: string[] = [...Object.values(callbackProblems), ...errorCodes.map(errorMessage)];
  return messages.includes(text) ? text : callbackProblems.unknown;
}
