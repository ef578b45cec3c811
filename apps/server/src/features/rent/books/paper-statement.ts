import type { BusinessType } from "@hearth/domain/merchants/business-types";
import type { StatementSums } from "@hearth/domain/rent/statement";

/** A line of a statement as it is printed, with its own day; `balanceCents` is what stands after it. */
export interface PaperLine {
  on: string;
  description: string;
  note: string;
  cents: number;
  balanceCents: number;
  txHash: string | null;
}

/** What stands on a lease's statement; amounts in cents, owed above zero, days where the lease is. */
export interface PaperStatement {
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
  /** What came for these days after their month was closed, and is counted in a later month: it is in none of the sums. */
  later: readonly PaperLine[];
}

/** What is owed after the period's last day, in cents, with what came for its days after they were closed. */
export function withLater({ closingCents }: StatementSums, later: readonly PaperLine[]): number {
  return later.reduce((sum, { cents }) => sum + cents, closingCents);
}
