import { formatUsd } from "@hearth/domain/money";
import { notAskedWords } from "@hearth/domain/rent/late-fee-words";
import type { ReactNode } from "react";
import { centsOf } from "../../kit/cents.ts";
import type { Outputs } from "../../lib/trpc.ts";
import { Amount } from "../../ui/amount.tsx";
import type { DataTableColumn } from "../../ui/data-table.tsx";
import { dayWords, signedCents } from "./due.ts";

export type LedgerLine = Outputs["rent"]["ownLedger"]["items"][number];

interface LedgerColumns {
  /** Puts a sentence into the words of the business. */
  say: (words: string) => string;
  /** What can be done with a line. */
  act?: ((line: LedgerLine) => ReactNode) | undefined;
}

/** A ledger's columns: the day, what it was, how much, and what stood after it. */
export function ledgerColumns({ say, act }: LedgerColumns): DataTableColumn<LedgerLine>[] {
  return [
    { id: "on", head: "Date", kind: "meta", cell: ({ on }) => <time dateTime={on}>{dayWords(on)}</time> },
    { id: "what", head: "What", kind: "title", wraps: true, cell: nameOf },
    { id: "note", head: "Note", kind: "sub", wraps: true, cell: (line) => noteOf(line, say) },
    { id: "amount", head: "Amount", kind: "amount", cell: ({ amount }) => <Amount cents={signedCents(amount)} /> },
    { id: "balance", head: "Balance", kind: "aside", figures: true, cell: ({ balance }) => <Amount cents={signedCents(balance)} /> },
    ...(act ? [{ id: "act", head: "Change", kind: "status" as const, cell: act }] : []),
  ];
}

function nameOf({ description, kind, charge }: LedgerLine): string {
  return kind === "charge" && charge?.isVoided === true ? `${description} (voided)` : description;
}

/** Why a line was written or how its amount was made, what is still open of what was paid in part, and why rent bears no late fee. */
function noteOf({ note, kind, charge, amount, withoutFees }: LedgerLine, say: LedgerColumns["say"]): string {
  const isPart = kind === "charge" && charge !== null && charge.open > 0 && charge.open < amount;
  const own = [note, isPart && `${formatUsd(centsOf(charge.open))} is open`].filter(Boolean).join(", ");
  const fees = withoutFees.map(({ openAmount, ...days }) => say(notAskedWords({ ...days, openCents: centsOf(openAmount) })));
  return [own && fees.length > 0 ? `${own}.` : own, ...fees].filter(Boolean).join(" ");
}
