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
    summary: "Asks somebody for an amount, and mails them the link",
    refuses: ["MERCHANT_UNAVAILABLE", "CONFLICT"],
    repeatable: true,
    answer: (body) => ({ status: 201, body }),
  }),
  row({
    method: "GET",
    path: "/api/payment-requests",
    procedure: "requests.list",
    summary: "The merchant's requests, the newest first",
    input: listInput,
    answer: ({ items, nextCursor }) => ({ ...nextCursorHeader(nextCursor), body: items }),
  }),
  row({
    method: "GET",
    path: "/api/payment-requests/{requestId}",
    procedure: "requests.get",
    summary: "One request of the merchant's",
    input: idInput,
  }),
  row({
    method: "PUT",
    path: "/api/payment-requests/{requestId}/withdraw",
    procedure: "requests.withdraw",
    summary: "Takes a request back; its link opens no checkout any more",
    refuses: ["CONFLICT"],
    repeatable: true,
    input: changeInput,
  }),
  row({
    method: "POST",
    path: "/api/payment-requests/{requestId}/remind",
    procedure: "requests.remind",
    summary: "Mails a request once more, at most once a day",
    refuses: ["CONFLICT"],
    repeatable: true,
    input: changeInput,
  }),
  row({
    method: "GET",
    path: "/api/payment-requests/bills/{reference}",
    procedure: "requests.bill",
    summary: "What a request's link asks for, to whoever has it",
    input: idInput,
  }),
  row({
    method: "POST",
    path: "/api/payment-requests/bills/{reference}/checkout",
    procedure: "payments.payBill",
    summary: "Opens a checkout for what a request's link asks for",
    refuses: [
      "FORBIDDEN",
      "NOT_FOUND",
      "CONFLICT",
      "MERCHANT_UNAVAILABLE",
      "MERCHANT_WALLET_MISSING",
      "PAYEE_BLACKLISTED",
      "TOO_MANY_CHECKOUTS",
    ],
    repeatable: true,
    input: changeInput,
    answer: (body) => ({ status: 201, body }),
  }),
];
