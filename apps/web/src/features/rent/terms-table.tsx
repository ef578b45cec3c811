import type { ReactNode } from "react";
import { formatUsd } from "@hearth/domain/money";
import { periodName } from "@hearth/domain/rent/periods";
import { centsOf } from "../../kit/cents.ts";
import { rewordHeads, useWording } from "../../kit/words.ts";
import type { Outputs } from "../../lib/trpc.ts";
import { Amount } from "../../ui/amount.tsx";
import { DataTable, type DataTableColumn } from "../../ui/data-table.tsx";
import { Hash } from "../../ui/hash.tsx";
import { dueDayWords } from "@hearth/domain/rent/due-day";

export type Terms = Outputs["rent"]["lease"]["terms"][number];

interface TermsTableProps {
  /** In order of entry, newest last. */
  terms: Terms[];
  /** Action on unsigned terms. */
  act?: (terms: Terms) => ReactNode;
}

/** Table of a lease's terms by start month, newest first, with the landlord's wallet that signed them. */
export function TermsTable({ terms, act }: TermsTableProps) {
  const reword = useWording();
  return (
    <DataTable
      caption={reword("Terms of the lease")}
      columns={rewordHeads(reword, columnsFor(act))}
      rows={terms.toReversed()}
      rowKey={({ _id }) => _id}
    />
  );
}

function columnsFor(act: TermsTableProps["act"]): DataTableColumn<Terms>[] {
  return [
    { id: "from", head: "From", kind: "title", cell: ({ effectiveFrom }) => periodName(effectiveFrom) },
    {
      id: "due",
      head: "Due",
      kind: "meta",
      cell: ({ dueDay, lateFee }) => `${dueDayWords(dueDay)}${lateFee ? `, ${feeWords(lateFee)}` : ""}`,
    },
    { id: "rent", head: "Monthly rent", kind: "amount", cell: ({ rent }) => <Amount cents={centsOf(rent)} /> },
    {
      id: "signed",
      head: "Signed by the landlord",
      kind: "status",
      cell: (row) => (row.signed ? <Hash value={row.signed.by} shape="address" what="wallet address" /> : (act?.(row) ?? "Not signed")),
    },
  ];
}

function feeWords({ kind, amount, repeats }: NonNullable<Terms["lateFee"]>): string {
  return `late fee ${kind === "percent" ? `${amount} %` : formatUsd(centsOf(amount))}${repeats === "daily" ? " a day" : ""}`;
}
