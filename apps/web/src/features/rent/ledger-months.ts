import { signedCents } from "./due.ts";
import type { LedgerLine } from "./ledger-columns.tsx";

type MonthLine = Pick<LedgerLine, "kind" | "amount" | "balance" | "charge">;

/** Sums of a month of a ledger, in cents, and the balance after its newest line. */
export interface MonthSums {
  chargedCents: number;
  /** Money that came minus money that went back. */
  paidCents: number;
  /** Credits and written-off amounts. */
  creditedCents: number;
  balanceCents: number;
}

/** Sums up the lines of a month, the newest first. A voided charge counts with its reversal as nothing. */
export function sumUpMonth(lines: readonly MonthLine[]): MonthSums {
  const sum = (...kinds: LedgerLine["kind"][]) =>
    lines.reduce((cents, { kind, amount }) => (kinds.includes(kind) ? cents + signedCents(amount) : cents), 0);
  return {
    chargedCents: sum("charge", "void"),
    paidCents: 0 - sum("payment", "refund", "reversal", "outside"),
    creditedCents: 0 - sum("credit", "writeOff"),
    balanceCents: signedCents(lines[0]?.balance ?? 0),
  };
}

interface LoadedLines {
  lines: readonly (MonthLine & Pick<LedgerLine, "on">)[];
  /** True while older lines are not loaded, so that the oldest loaded month may be incomplete. */
  hasMore: boolean;
  /** The present month: `2026-11`. */
  thisMonth: string;
}

export const monthOfLine = ({ on }: Pick<LedgerLine, "on">): string => on.slice(0, 7);

/** Returns the months that take one line each: over, without an open charge, complete, and not the newest of the ledger. */
export function settledMonths({ lines, hasMore, thisMonth }: LoadedLines): Set<string> {
  const months = Map.groupBy(lines, monthOfLine);
  const [newest, oldest] = [lines[0], lines.at(-1)].map((line) => line && monthOfLine(line));
  return new Set(
    [...months].flatMap(([month, own]) => {
      const isKept = month >= thisMonth || month === newest || (hasMore && month === oldest);
      return isKept || own.some(({ charge }) => charge !== null && charge.open > 0) ? [] : month;
    }),
  );
}
