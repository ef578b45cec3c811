import { type CsvColumns, csvOf, csvTime } from "../../lib/csv.ts";
import type { Outputs } from "../../lib/trpc.ts";

type Transaction = Omit<Outputs["merchant"]["transactions"]["items"][number], "disputeId">;

/** Columns of the server's own file, as far as a list's row has them. */
const columns: CsvColumns<Transaction> = {
  Date: ({ createdAt, timeZone }) => csvTime(createdAt, timeZone),
  "Time zone": ({ timeZone }) => timeZone,
  Payer: ({ userId }) => `${userId.firstName} ${userId.lastName}`,
  Email: ({ userId }) => userId.email,
  Merchant: ({ merchantId }) => merchantId.name,
  Unit: ({ home, aptNumber }) => home ?? aptNumber ?? "",
  Description: ({ description }) => description,
  Status: ({ status }) => status,
  "Amount (USDC)": ({ amount }) => amount.toFixed(2),
  "Gross (USDC)": ({ grossAmount }) => grossAmount.toFixed(2),
  "Refunded (USDC)": ({ refundedAmount }) => refundedAmount.toFixed(2),
  "Net (USDC)": ({ netAmount }) => netAmount.toFixed(2),
  "Transaction hash": ({ transactionHash }) => transactionHash ?? "",
  "Transaction ID": ({ _id }) => _id,
};

/** Chosen transactions as a CSV file, for a spreadsheet. */
export function transactionsCsv(rows: readonly Transaction[]): string {
  return csvOf(columns, rows);
}
