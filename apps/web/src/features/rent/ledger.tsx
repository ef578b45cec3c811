import { useLocation, useNavigate } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { PagedList, type PagedListProps } from "../../kit/list/paged-list.tsx";
import { useWording } from "../../kit/words.ts";
import { Amount } from "../../ui/amount.tsx";
import { monthWords, zoneDay } from "../../ui/dates.ts";
import { DataTable } from "../../ui/data-table.tsx";
import { BalanceAmount, ledgerColumns, type LedgerLine } from "./ledger-columns.tsx";
import { monthOfLine, settledMonths, sumUpMonth } from "./ledger-months.ts";
import styles from "./ledger.module.css";

declare module "@tanstack/react-router" {
  interface HistoryState {
    /** Settled months of a ledger that are unfolded, such as `2026-05`. Kept for Back and for a reload. */
    openMonths?: readonly string[];
  }
}

interface LedgerProps {
  pages: PagedListProps<LedgerLine>["pages"];
  caption: string;
  /** Action on a line. */
  act?: (line: LedgerLine) => ReactNode;
}

/** Lists the charges and payments of a lease by month, newest first. A settled month takes one line until it is opened. */
export function Ledger({ pages, caption, act }: LedgerProps) {
  const reword = useWording();
  const { openMonths, toggle } = useOpenMonths();
  return (
    <PagedList pages={pages} noun="line" failed="Failed to load the ledger" empty="Nothing was charged yet.">
      {(rows) => {
        const settled = settledMonths({ lines: rows, hasMore: pages.hasNextPage, thisMonth: zoneDay(new Date()).slice(0, 7) });
        const foldOf = (month: string, lines: readonly LedgerLine[]) =>
          settled.has(month)
            ? { isOpen: openMonths.includes(month), onToggle: () => toggle(month), summary: <MonthSummary lines={lines} /> }
            : null;
        return (
          <DataTable
            caption={caption}
            columns={ledgerColumns({ reword, act })}
            rows={rows}
            rowKey={({ _id }) => _id}
            groups={{ of: monthOfLine, heading: monthWords, foldOf }}
          />
        );
      }}
    </PagedList>
  );
}

/** The unfolded months of this history entry, and a function that folds or unfolds one. */
function useOpenMonths() {
  const openMonths = useLocation({ select: ({ state }) => state.openMonths ?? none });
  const navigate = useNavigate();
  const toggle = (month: string) =>
    void navigate({
      to: ".",
      search: true,
      hash: true,
      state: (state) => ({ ...state, openMonths: toggled(state.openMonths ?? none, month) }),
      replace: true,
      resetScroll: false,
    });
  return { openMonths, toggle };
}

const none: readonly string[] = [];

const toggled = (months: readonly string[], month: string): readonly string[] =>
  months.includes(month) ? months.filter((open) => open !== month) : [...months, month];

/** Sums of a settled month on one line. */
function MonthSummary({ lines }: { lines: readonly LedgerLine[] }) {
  const { chargedCents, paidCents, creditedCents, balanceCents } = sumUpMonth(lines);
  return (
    <span className={styles.sums}>
      <span>
        Charged <Amount cents={chargedCents} />
      </span>
      <span>
        Paid <Amount cents={paidCents} />
      </span>
      {creditedCents !== 0 && (
        <span>
          Credited <Amount cents={creditedCents} />
        </span>
      )}
      <span>
        Balance <BalanceAmount cents={balanceCents} />
      </span>
    </span>
  );
}
