import { publicId } from "@hearth/domain/ids";
import { z } from "zod";
import type { Deps } from "../../../deps.ts";
import { isoTime } from "../../../trpc/wire.ts";
import type { SuggestedTransfer } from "../../payments/unmatched/unmatched-transfers.service.ts";
import { unmatchedTransferView, viewOddTransfer } from "../../payments/unmatched/unmatched-transfers.view.ts";
import type { AuditRow } from "../rows/audit.repo.ts";

/** A transfer that is unmatched or was attached by a person, with the merchant whose wallet received it. */
export const adminTransferView = unmatchedTransferView.extend({ merchant: z.strictObject({ _id: z.string(), name: z.string() }) });
export type AdminTransferView = z.infer<typeof adminTransferView>;

/** A transfer that is unmatched or was attached by a person, with every decision about it, newest first. */
export const adminTransferDetailView = adminTransferView.extend({
  to: z.string(),
  rulings: z.array(
    z.strictObject({ _id: z.string(), action: z.string(), at: isoTime, by: z.string().nullable(), reason: z.string().nullable() }),
  ),
});
export type AdminTransferDetailView = z.infer<typeof adminTransferDetailView>;

/** Shows a transfer in the administrators' list. */
export function viewAdminTransfer(deps: Deps, item: SuggestedTransfer): AdminTransferView {
  const { id, name } = item.row.merchant;
  return { ...viewOddTransfer(deps, item), merchant: { _id: publicId("merchant", id), name } };
}

/** Shows one transfer with its lines of the audit log. */
export function viewAdminTransferDetail(deps: Deps, item: SuggestedTransfer, lines: AuditRow[]): AdminTransferDetailView {
  const rulings = lines.map(({ line: { id, action, at, data }, actor }) => {
    const { reason } = data;
    const by = actor && `${actor.firstName} ${actor.lastName}`;
    return { _id: String(id), action, at: at.toISOString(), by, reason: typeof reason === "string" ? reason : null };
  });
  return { ...viewAdminTransfer(deps, item), to: item.row.transfer.toAddress, rulings };
}
