import { filterInput, nextCursorHeader, pageInput, searchInput, type RestRow, row } from "../wire.ts";

/** The documented calls of a merchant's own area. */
export const merchantDashboardRoutes: RestRow[] = [
  row({
    method: "GET",
    path: "/api/merchant-dashboard/stats",
    procedure: "merchant.stats",
    summary: "The figures of this month, with recent transactions and disputes",
    input: ({ timeZone }) => ({ timeZone }),
  }),
  row({
    method: "GET",
    path: "/api/merchant-dashboard/transactions",
    procedure: "merchant.transactions",
    summary: "The merchant's transactions, newest first",
    input: (parts) => ({ ...filterInput(parts), ...searchInput(parts), ...pageInput(parts) }),
    answer: ({ items, nextCursor }) => ({ ...nextCursorHeader(nextCursor), body: items }),
  }),
];
