import { bodyFields, filterInput, nextCursorHeader, pageInput, searchInput, type RestRow, row } from "../wire.ts";

/** The documented calls of a merchant's own area. */
export const merchantDashboardRoutes: RestRow[] = [
  row({
    method: "GET",
    path: "/api/merchant-dashboard/stats",
    procedure: "merchant.stats",
    summary: "Returns this month's figures, with recent transactions and disputes",
    input: ({ timeZone }) => ({ timeZone }),
  }),
  row({
    method: "GET",
    path: "/api/merchant-dashboard/transactions",
    procedure: "merchant.transactions",
    summary: "Lists the merchant's transactions, newest first",
    input: (parts) => ({ ...filterInput(parts), ...searchInput(parts), ...pageInput(parts) }),
    answer: ({ items, nextCursor }) => ({ ...nextCursorHeader(nextCursor), body: items }),
  }),
  row({
    method: "GET",
    path: "/api/merchant-dashboard/transactions/{paymentId}/attachable-transfers",
    procedure: "merchant.attachableTransfers",
    summary: "Lists transfers without a reference that could belong to an unpaid payment, the closest amount first",
    input: ({ params }) => params,
  }),
  row({
    method: "POST",
    path: "/api/merchant-dashboard/transactions/{paymentId}/attach",
    procedure: "merchant.attachTransfer",
    summary: "Attaches a transfer of any amount to a payment; too little makes the payment short, too much marks it as over",
    refuses: ["CONFLICT"],
    repeatable: true,
    input: (parts) => ({ ...bodyFields(parts), ...parts.params }),
  }),
];
