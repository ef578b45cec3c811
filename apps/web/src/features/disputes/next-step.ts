import type { Dispute } from "./use-disputes.ts";

/** Input of the list of open disputes that the dashboard names. The others are on the disputes page. */
export const openDisputes = { status: "open", limit: 3 } as const;

type OpenDispute = Pick<Dispute, "comments" | "merchantId" | "businessClosed">;

/** True if the merchant or an administrator wrote last, so that an answer of the payer is expected. */
export function isPayerAsked({ comments }: Pick<Dispute, "comments">): boolean {
  const last = comments.at(-1);
  return last !== undefined && last.addedBy.role !== "user";
}

/** Says who acts next in an open dispute, to its payer: the merchant may answer, and an administrator of Hearth decides. */
export function whoActsNext({ comments, merchantId: { name }, businessClosed }: OpenDispute): string {
  if (businessClosed) return "Hearth decides next.";
  if (isPayerAsked({ comments })) return comments.at(-1)?.addedBy.role === "admin" ? "Hearth has written to you." : `${name} has answered.`;
  return comments.some(({ addedBy }) => addedBy.role === "merchant") ? "Hearth decides next." : `${name} can answer; Hearth decides.`;
}
