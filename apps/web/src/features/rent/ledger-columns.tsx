import { formatUsd } from "@hearth/domain/money";
import type { ReactNode } from "react";
import { centsOf } from "../../kit/cents.ts";
import type { Outputs } from "../../lib/trpc.ts";
import { Amount } from "../../ui/amount.tsx";
import type { DataTableColumn } from "../../ui/data-table.tsx";
import { dayWords, signedCents } from "./due.ts";

export type LedgerLine = Outputs["rent"]["ownLedger"]["items"][number];

/** A ledger's columns: the day, what it was, how much, and what stood after it; `act` is what can be done with a line. */
export function ledgerColumns(act?: (line: LedgerLine) => ReactNode): DataTableColumn<LedgerLine>[] {
  return [
    { id: "on", head: "Date", kind: "meta", cell: ({ on }) => <time dateTime={on}>{dayWords(on)}</time> },
    { id: "what", head: "What", kind: "title", wraps: true, cell: nameOf },
    { id: "note", head: "Note", kind: "sub", wraps: true, cell: noteOf },
    { id: "amount", head: "Amount", kind: "amount", cell: ({ amount }) => <Amount cents={signedCents(amount)} /> },
    { id: "balance", head: "Balance", kind: "aside", figures: true, cell: ({ balance }) => <Amount cents={signedCents(balance)} /> },
    ...(act ? [{ id: "act", head: "Change", kind: "status" as const, cell: act }] : []),
  ];
}

function nameOf({ description, kind, charge }: LedgerLine): string {
  return kind === "charge" && charge?.isVoided === true ? `${description} (voided)` : description;
}

/** Why a line was written or how its amount was made, and what is still open of what was paid in part. */
function noteOf({ note, kind, charge, amount }: LedgerLine): string {
  const isPart = kind === "charge" && charge !== null && charge.open > 0 && charge.open < amount;
  return [note, isPart && `${formatUsd(centsOf(charge.open))} is open`].filter(Boolean).join(", ");
}
