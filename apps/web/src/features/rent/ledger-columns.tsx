import { formatUsd } from "@hearth/domain/money";
import { noFeeExplanation } from "@hearth/domain/rent/late-fee-words";
import type { ReactNode } from "react";
import { centsOf } from "../../kit/cents.ts";
import type { Outputs } from "../../lib/trpc.ts";
import { Amount } from "../../ui/amount.tsx";
import type { DataTableColumn } from "../../ui/data-table.tsx";
import { signedCents } from "./due.ts";
import { dayWords } from "../../ui/dates.ts";
import styles from "./ledger.module.css";

export type LedgerLine = Outputs["rent"]["ownLedger"]["items"][number];

interface LedgerColumns {
  /** Replaces the rent vocabulary with that of the business type. */
  reword: (words: string) => string;
  /** Action on a line. */
  act?: ((line: LedgerLine) => ReactNode) | undefined;
}

/** Columns of a lease's ledger: date, description, note, amount and the balance after it. */
export function ledgerColumns({ reword, act }: LedgerColumns): DataTableColumn<LedgerLine>[] {
  return [
    { id: "on", head: "Date", kind: "meta", cell: ({ on }) => <time dateTime={on}>{dayWords(on)}</time> },
    { id: "what", head: "What", kind: "title", wraps: true, cell: nameOf },
    {
      id: "note",
      head: "Note",
      kind: "sub",
      wraps: true,
      cell: (line) => <Note line={line} reword={reword} />,
    },
    { id: "amount", head: "Amount", kind: "amount", cell: ({ amount }) => <Amount cents={signedCents(amount)} /> },
    { id: "balance", head: "Balance", kind: "aside", figures: true, cell: Balance },
    ...(act ? [{ id: "act", head: "Change", kind: "status" as const, cell: act }] : []),
  ];
}

/** Note of a line, and in a card also the balance after it. */
function Note({ line, reword }: { line: LedgerLine; reword: LedgerColumns["reword"] }) {
  const note = noteOf(line, reword);
  return (
    <>
      {note}
      <span className={styles.balance}>
        {note && ". "}
        {balanceWords(line)}
      </span>
    </>
  );
}

/** The balance after a line, for a card, which has no column for it. */
function balanceWords({ balance }: LedgerLine): string {
  const cents = signedCents(balance);
  return cents < 0 ? `Balance ${formatUsd(-cents)} credit` : `Balance ${formatUsd(cents)}`;
}

function Balance({ balance }: LedgerLine) {
  return <BalanceAmount cents={signedCents(balance)} />;
}

/** A balance. Prepaid money is called a credit, because a minus sign does not say whose it is. */
export function BalanceAmount({ cents }: { cents: number }) {
  return cents < 0 ? (
    <>
      <Amount cents={-cents} /> credit
    </>
  ) : (
    <Amount cents={cents} />
  );
}

function nameOf({ description, kind, charge }: LedgerLine): string {
  return kind === "charge" && charge?.isVoided === true ? `${description} (voided)` : description;
}

/** Note of a ledger line: its reason or calculation, the open rest of a partial payment, and why rent bears no late fee. */
function noteOf({ note, kind, charge, amount, withoutFees }: LedgerLine, reword: LedgerColumns["reword"]): string {
  const isPart = kind === "charge" && charge !== null && charge.open > 0 && charge.open < amount;
  const details = [note, isPart && `${formatUsd(centsOf(charge.open))} is open`].filter(Boolean).join(", ");
  const fees = withoutFees.map(({ openAmount, ...days }) => reword(noFeeExplanation({ ...days, openCents: centsOf(openAmount) })));
  return [details && fees.length > 0 ? `${details}.` : details, ...fees].filter(Boolean).join(" ");
}
