import { createLeaseInput } from "@hearth/domain/rent/inputs";
import { type Day, isDay } from "@hearth/domain/rent/calendar";
import { entryProblem, chargedOnEntry, type EnteredMonth, monthsToChargeFrom } from "@hearth/domain/rent/entry";
import { periodName, type Proration } from "@hearth/domain/rent/periods";
import { formatUsd } from "@hearth/domain/money";
import type { ReactNode } from "react";
import { z } from "zod";
import { entered } from "../../../features/rent/entered.ts";
import { useWording } from "../../../kit/words.ts";
import { Alert } from "../../../ui/alert.tsx";
import { Amount } from "../../../ui/amount.tsx";
import { DataTable, type DataTableColumn } from "../../../ui/data-table.tsx";
import { type EnteredTerms, termsShape } from "../../../features/rent/acts/terms-fields.tsx";
import { dayWords } from "../../../ui/dates.ts";

const maxRows = 12;

/** Returns the months from which a lease that started in the past can be charged, newest first. Empty if it starts today or later. */
export function pastChoices({ startsOn, endsOn = "" }: { startsOn: string; endsOn?: string | undefined }, today: Day): Day[] {
  if (!isDay(startsOn) || startsOn >= today) return [];
  return monthsToChargeFrom({ startsOn, endsOn: isDay(endsOn) && endsOn >= startsOn ? endsOn : null }, today);
}

interface EnteredLease extends EnteredTerms {
  startsOn: string;
  endsOn: string;
  chargedFrom: string;
  pastLateFees: boolean;
  deposit: string;
  proration: Proration;
}

const read = z.object({ ...termsShape, deposit: entered.pipe(createLeaseInput.shape.deposit) });

const columns: DataTableColumn<EnteredMonth>[] = [
  { id: "month", head: "Month", kind: "title", cell: ({ period }) => periodName(period) },
  { id: "due", head: "Due", kind: "meta", cell: ({ dueOn }) => dayWords(dueOn) },
  { id: "fee", head: "Late fee", kind: "aside", figures: true, cell: ({ lateFeeCents }) => <Amount cents={lateFeeCents} /> },
  { id: "rent", head: "Rent", kind: "amount", cell: ({ cents }) => <Amount cents={cents} /> },
];

interface PastMonthsProps {
  lease: EnteredLease;
  /** True if it is charged from its own first month. */
  isFirst: boolean;
  timeZone: string;
  /** Renders the late fee checkbox with the given label. */
  feesField: (label: string) => ReactNode;
}

/** Previews what a lease that started in the past charges when it is created. */
export function PastMonths({ lease, isFirst, timeZone, feesField }: PastMonthsProps) {
  const reword = useWording();
  const { success, data } = read.safeParse(lease);
  if (!success) return null;
  const {
    rent: rentCents,
    dueDay,
    graceDays,
    lateFeeKind: kind,
    lateFeeAmount: amount,
    lateFeeRepeats: repeats,
    lateFeeCap,
    deposit = 0,
  } = data;
  const { startsOn, endsOn, chargedFrom, pastLateFees, proration } = lease;
  const term = { startsOn, endsOn: isDay(endsOn) ? endsOn : null, proration };
  const lateFee = kind === "none" || amount === undefined ? null : { kind, amount, repeats, capCents: lateFeeCap ?? null };
  const months = chargedOnEntry({ term, terms: { rentCents, dueDay, graceDays }, lateFee, chargedFrom, timeZone }, new Date());
  const sum = (amountOf: (month: EnteredMonth) => number) => months.reduce((all, month) => all + amountOf(month), 0);
  const feeCents = sum(({ lateFeeCents }) => lateFeeCents);
  const beyond = entryProblem(months, pastLateFees);
  const charged = sum(({ cents }) => cents) + (isFirst ? deposit : 0);
  return (
    <>
      <Alert title={charged === 0 ? "Nothing is charged yet" : reword(`${formatUsd(charged)} is charged as soon as you create the lease`)}>
        {chargedWords(months.length, isFirst, deposit)}
      </Alert>
      {months.length > 0 && (
        <DataTable
          dense
          caption={months.length > maxRows ? `The newest ${maxRows} of ${months.length} months` : "Months charged at once"}
          columns={columns.filter(({ id }) => id !== "fee" || feeCents > 0)}
          rows={months.toReversed().slice(0, maxRows)}
          rowKey={({ period }) => period}
        />
      )}
      {beyond !== null && (
        <Alert tone="bad" announce title={reword("This lease cannot be created like this")}>
          {reword(beyond)}
        </Alert>
      )}
      {feeCents > 0 && feesField(`Charge late fees for these months too: ${formatUsd(feeCents)} by today`)}
    </>
  );
}

function chargedWords(months: number, isFirst: boolean, deposit: number): string {
  const rent = months === 0 ? "Rent is charged 15 days before it is due." : `${months === 1 ? "One month" : `${months} months`} of rent.`;
  if (deposit === 0) return rent;
  return `${rent} ${isFirst ? `The deposit of ${formatUsd(deposit)} is included.` : "The deposit is not charged again."}`;
}
