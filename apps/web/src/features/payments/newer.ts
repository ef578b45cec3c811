/** Returns the answer with the later server time, because events and polls race. For `structuralSharing`. */
export function newer(before: unknown, after: unknown): unknown {
  return serverTimeOf(before) > serverTimeOf(after) ? before : after;
}

function serverTimeOf(answer: unknown): string {
  const isTimed = typeof answer === "object" && answer !== null && "serverTime" in answer;
  return isTimed && typeof answer.serverTime === "string" ? answer.serverTime : "";
}
