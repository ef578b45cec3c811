import { publicId } from "@hearth/domain/ids";
import { z } from "zod";
import type { WalletSend } from "../../ledger/relays.repo.ts";

/** Money that the account sends out of its passkey wallet. `failure` is the relayer's reason. `txHash` is null until Hearth's transaction is known. */
export const walletSendView = z.strictObject({
  _id: z.string(),
  to: z.string(),
  usdcUnits: z.string(),
  createdAt: z.iso.datetime(),
  status: z.enum(["sending", "arrived", "failed"]),
  failure: z.string().nullable(),
  txHash: z.string().nullable(),
});
export type WalletSendView = z.infer<typeof walletSendView>;

/** The newest sends, and how many more are allowed within 24 hours. */
export const walletSendsView = z.strictObject({
  sends: z.array(walletSendView),
  leftToday: z.int(),
  mostADay: z.int(),
});
export type WalletSendsView = z.infer<typeof walletSendsView>;

export function viewWalletSend({ id, toAddress, usdcUnits, createdAt, status, failure, txHash }: WalletSend): WalletSendView {
  // Somebody else's transaction may move the money of a signature too.
  const hasArrived = status === "mined" || failure === "alreadyPaid";
  const isOver = hasArrived || status === "failed";
  return {
    _id: publicId("walletSend", id),
    to: toAddress,
    usdcUnits: String(usdcUnits),
    createdAt: createdAt.toISOString(),
    status: hasArrived ? "arrived" : isOver ? "failed" : "sending",
    failure: hasArrived ? null : failure,
    txHash: isOver && !hasArrived ? null : txHash,
  };
}
