import type { RequestState } from "./inputs.ts";

/** Hours between two mails of a request, and the maximum number of mails. */
export const remindAfterHours = 20;
export const mailsPerRequest = 10;

interface Standing {
  paidAt: Date | null;
  withdrawnAt: Date | null;
}

/** The state of a request. Paid wins over withdrawn. */
export function stateOf({ paidAt, withdrawnAt }: Standing): RequestState {
  if (paidAt !== null) return "paid";
  return withdrawnAt === null ? "open" : "withdrawn";
}

/** Returns why a request can no longer be paid, withdrawn or reminded of, or null while it is open. */
export function closedReason(standing: Standing): string | null {
  const state = stateOf(standing);
  if (state === "open") return null;
  return state === "paid" ? "This bill is already paid" : "This bill has been cancelled";
}

/** Returns why no reminder can be sent now, or null if one can. */
export function refusalToRemind(request: Standing & { mailedAt: Date; mailCount: number }, now: Date): string | null {
  const closed = closedReason(request);
  if (closed !== null) return closed;
  if (request.mailCount >= mailsPerRequest) return `They have been reminded ${mailsPerRequest - 1} times already`;
  const next = request.mailedAt.getTime() + remindAfterHours * 3_600_000;
  return now.getTime() < next ? "They have already been emailed today. Please wait until tomorrow." : null;
}
