import { type CsvColumns, csvOf, csvTime } from "../../lib/csv.ts";
import type { Outputs } from "../../lib/trpc.ts";

type Dispute = Outputs["disputes"]["listForAdmin"]["items"][number];

const columns: CsvColumns<Dispute> = {
  Filed: ({ createdAt, timeZone }) => csvTime(createdAt, timeZone),
  "Time zone": ({ timeZone }) => timeZone,
  Dispute: ({ disputeId }) => disputeId,
  Payer: ({ userId }) => `${userId.firstName} ${userId.lastName}`,
  Email: ({ userId }) => userId.email,
  Merchant: ({ merchantId }) => merchantId.name,
  Reason: ({ reason }) => reason,
  "Amount (USDC)": ({ amount }) => amount.toFixed(2),
  Status: ({ status }) => status,
  Decision: ({ resolution }) => (resolution === null ? "" : resolution.result === "denied" ? "denied" : "approved"),
  "Still owed (USDC)": ({ refund }) => (refund === null ? "" : refund.stillOwed.toFixed(2)),
  "Transaction ID": ({ paymentId }) => paymentId._id,
};

/** Listed disputes as a CSV file, for a spreadsheet. */
export function disputesCsv(rows: readonly Dispute[]): string {
  return csvOf(columns, rows);
}
