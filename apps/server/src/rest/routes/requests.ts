import { bodyFields, nextCursorHeader, pageInput, type RequestParts, type RestRow, row } from "../wire.ts";

const idInput = ({ params }: RequestParts) => params;
const changeInput = (parts: RequestParts) => ({ ...bodyFields(parts), ...parts.params });

function listInput(parts: RequestParts): Record<string, unknown> {
  const { state } = parts.query;
  return { ...(state !== undefined && state !== "" && { state }), ...pageInput(parts) };
}

/** The calls about payment requests, which merchants send as links. */
export const requestRoutes: RestRow[] = [
  row({
    method: "POST",
    path: "/api/payment-requests",
    procedure: "requests.create",
    summary: "Creates a payment request, and emails its link to the payer",
    refuses: ["CONFLICT"],
    repeatable: true,
    answer: (body) => ({ status: 201, body }),
  }),
  row({
    method: "GET",
    path: "/api/payment-requests",
    procedure: "requests.list",
    summary: "Lists the merchant's payment requests, newest first",
    input: listInput,
    answer: ({ items, nextCursor }) => ({ ...nextCursorHeader(nextCursor), body: items }),
  }),
  row({
    method: "GET",
    path: "/api/payment-requests/{requestId}",
    procedure: "requests.get",
    summary: "Returns one of the merchant's payment requests",
    input: idInput,
  }),
  row({
    method: "PUT",
    path: "/api/payment-requests/{requestId}/withdraw",
    procedure: "requests.withdraw",
    summary: "Withdraws a payment request; its link no longer opens a checkout",
    refuses: ["CONFLICT"],
    repeatable: true,
    input: changeInput,
  }),
  row({
    method: "POST",
    path: "/api/payment-requests/{requestId}/remind",
    procedure: "requests.remind",
    summary: "Emails a payment request again, at most once a day",
    refuses: ["CONFLICT"],
    repeatable: true,
    input: changeInput,
  }),
  row({
    method: "GET",
    path: "/api/payment-requests/bills/{reference}",
    procedure: "requests.bill",
    summary: "Returns the bill behind a request's link, to anyone who has the link",
    input: idInput,
  }),
  row({
    method: "POST",
    path: "/api/payment-requests/bills/{reference}/checkout",
    procedure: "payments.payBill",
    summary: "Opens a checkout for the bill behind a request's link",
    refuses: [
      "FORBIDDEN",
      "NOT_FOUND",
      "CONFLICT",
      "MERCHANT_UNAVAILABLE",
      "MERCHANT_WALLET_MISSING",
      "PAYEE_BLACKLISTED",
      "PAYEE_NOT_ON_CARD",
      "PAYEE_CARD_WAITS",
      "TOO_MANY_CHECKOUTS",
    ],
    repeatable: true,
    input: changeInput,
    answer: (body) => ({ status: 201, body }),
  }),
];
