import { disputeUrgency } from "@hearth/domain/disputes/urgency";

/** How urgent an open dispute is now. */
export function urgencyOf(filedAt: string) {
  return disputeUrgency(new Date(filedAt), new Date());
}
