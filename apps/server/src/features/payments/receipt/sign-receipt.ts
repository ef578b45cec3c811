import { randomBytes } from "node:crypto";
import { HearthError } from "@hearth/domain/errors";
import { formatUsd, usdcUnitsToWholeCents } from "@hearth/domain/money";
import { dayIn } from "@hearth/domain/rent/calendar";
import type { RecordDocument, RecordTransfer, SignedRecord } from "@hearth/domain/records/signed-record";
import type { Deps } from "../../../deps.ts";
import { sumPayment } from "../../ledger/journal.repo.ts";
import { listPayingTransfers, type PayingTransferRow } from "./receipt.repo.ts";

export type { PayingTransferRow } from "./receipt.repo.ts";

const zeroNonce = `0x${"0".repeat(64)}` as const;

/** Returns the part of a payment that was refunded, in whole cents. */
export async function readRefundedCents({ db }: Pick<Deps, "db">, paymentId: string): Promise<number> {
  return usdcUnitsToWholeCents((await sumPayment(db, paymentId)).returnedUnits);
}

/**
 * Signs the receipt of a completed payment, by its internal id. Null if no transfer paid it. The description says how much was refunded.
 *
 * @throws HearthError CONFLICT without a signing key.
 */
export async function signReceipt(
  deps: Deps,
  {
    paymentId,
    refundedCents,
    ...words
  }: Pick<SignedRecord, "tenant" | "landlord" | "description"> & { paymentId: string; refundedCents: number },
): Promise<RecordDocument | null> {
  const transfers = await readPayingTransfers(deps, [paymentId]);
  const last = transfers.at(-1);
  if (last === undefined) return null;
  const day = dayIn(last.blockTime, "UTC");
  return signRecord(deps, {
    ...beginRecord(deps, "receipt"),
    ...words,
    ...(refundedCents > 0 && { description: `${words.description} (${formatUsd(refundedCents)} was refunded)` }),
    place: "",
    timeZone: "UTC",
    from: day,
    to: day,
    transfers: transfers.map(toRecordTransfer),
    charges: [],
  });
}

/** Returns the transfers that count for these payments, also while a payment is short, earliest first. */
export const readPayingTransfers = ({ db }: Pick<Deps, "db">, paymentIds: string[]): Promise<PayingTransferRow[]> =>
  listPayingTransfers(db, paymentIds);

/** Converts a transfer for a record. */
export function toRecordTransfer(row: PayingTransferRow): RecordTransfer {
  const { txHash, logIndex, blockHash, fromAddress: from, toAddress: to, binding, boundBy } = row;
  return {
    txHash,
    logIndex,
    blockNumber: Number(row.blockNumber),
    blockHash,
    time: Math.floor(row.blockTime.getTime() / 1_000),
    from,
    to,
    units: String(row.usdcUnits),
    nonce: boundBy === "authorization" && binding !== null ? binding : zeroNonce,
  };
}

/** Returns the fields that every new record begins with. */
export function beginRecord({ clock, network }: Deps, kind: SignedRecord["kind"]) {
  const id = `0x${randomBytes(32).toString("hex")}` as const;
  return { kind, id, issuedAt: Math.floor(clock.now().getTime() / 1_000), chainId: network.chainId, token: network.usdc.address };
}

/** Signs a record. @throws HearthError CONFLICT without a signing key. */
export async function signRecord({ recordSigner }: Deps, record: SignedRecord): Promise<RecordDocument> {
  if (recordSigner === null) throw new HearthError("CONFLICT", { message: "Receipts and rent records are not signed here" });
  return recordSigner.sign(record);
}
