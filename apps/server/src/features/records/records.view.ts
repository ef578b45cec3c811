import type { RecordDocument } from "@hearth/domain/records/signed-record";
import { publicId } from "@hearth/domain/ids";
import { z } from "zod";
import { isoTime } from "../../trpc/wire.ts";
import type { RentRecordRow } from "./records.repo.ts";

/** A record as its tenant sees it: days, number of charges, and link. */
export const rentRecordView = z.strictObject({
  _id: z.string(),
  startDate: z.string(),
  endDate: z.string(),
  charges: z.number().int(),
  url: z.string(),
  createdAt: isoTime,
});
export const withdrawnView = z.strictObject({ _id: z.string() });

/** The signed document as a file. */
export const recordFileView = z.strictObject({ fileName: z.string(), document: z.string() });

export function viewRentRecord(row: RentRecordRow, publicOrigin: string): z.infer<typeof rentRecordView> {
  const { id, fromDay, toDay, chargeCount, reference, createdAt } = row;
  return {
    _id: publicId("rentRecord", id),
    startDate: fromDay,
    endDate: toDay,
    charges: chargeCount,
    url: `${publicOrigin}/verify?record=${reference}`,
    createdAt: createdAt.toISOString(),
  };
}

export function viewRecordFile(document: RecordDocument): z.infer<typeof recordFileView> {
  const { kind, from, to } = document.record;
  const name = kind === "receipt" ? `hearth-signed-receipt-${from}` : `hearth-rent-record-${from}-${to}`;
  return { fileName: `${name}.json`, document: `${JSON.stringify(document, null, 2)}\n` };
}
