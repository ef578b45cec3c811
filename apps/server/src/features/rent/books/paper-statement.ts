import type { BusinessType } from "@hearth/domain/merchants/business-types";
import type { StatementSums } from "@hearth/domain/rent/statement";

/** A printed line of a statement, with its own day. `balanceCents` is the balance after it. */
export interface PaperLine {
  on: string;
  description: string;
  note: string;
  cents: number;
  balanceCents: number;
  txHash: string | null;
}

/** A lease's statement. Amounts are in cents, positive where owed. Days are in the lease's time zone. */
export interface PdfStatement {
  merchant: string;
  businessType: BusinessType;
  place: string;
  address: string;
  tenants: readonly string[];
  network: string;
  from: string;
  to: string;
  madeOn: string;
  sums: StatementSums;
  lines: readonly PaperLine[];
  /** Lines for these days that came after their month was closed and count in a later month. None of the sums includes them. */
  later: readonly PaperLine[];
}

/** The balance after the period's last day, in cents, including the late lines. */
export function withLater({ closingCents }: StatementSums, later: readonly PaperLine[]): number {
  return later.reduce((sum, { cents }) => sum + cents, closingCents);
}
