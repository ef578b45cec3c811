import type { RequestState } from "./inputs.ts";

/** A request is mailed again so many hours after the last mail of it, and so often in all. */
export const remindAfterHours = 20;
export const mailsPerRequest = 10;

interface Standing {
  paidAt: Date | null;
  withdrawnAt: Date | null;
}

/** Where a request stands: what was paid is paid, also where it was withdrawn meanwhile. */
export function stateOf({ paidAt, withdrawnAt }: Standing): RequestState {
  if (paidAt !== null) return "paid";
  return withdrawnAt === null ? "open" : "withdrawn";
}

/** Why a request can be neither paid nor withdrawn nor reminded of any more, or null while it is open. */
export function whyClosed(standing: Standing): string | null {
  const state = stateOf(standing);
  if (state === "open") return null;
  return state === "paid" ? "This bill is already paid" : "This bill has been withdrawn";
}

/** Why a request cannot be reminded of at a moment, or null where it can. */
export function whyNotReminded(request: Standing & { mailedAt: Date; mailCount: number }, now: Date): string | null {
  const closed = whyClosed(request);
  if (closed !== null) return closed;
  if (request.mailCount >= mailsPerRequest) return `They have been reminded ${mailsPerRequest - 1} times already`;
  const next = request.mailedAt.getTime() + remindAfterHours * 3_600_000;
  return now.getTime() < next ? "They have already been mailed today. Please wait until tomorrow." : null;
}
