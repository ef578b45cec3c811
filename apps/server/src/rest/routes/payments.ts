import { filterInput, nextCursorHeader, pageInput, searchInput, type RestRow, row } from "../wire.ts";

/** The documented calls about payments. */
export const paymentRoutes: RestRow[] = [
  row({
    method: "GET",
    path: "/api/payments/user",
    procedure: "payments.list",
    summary: "Lists the account's own payments, newest first",
    input: (parts) => ({ ...filterInput(parts), ...searchInput(parts), ...pageInput(parts) }),
    answer: ({ items, nextCursor }) => ({ ...nextCursorHeader(nextCursor), body: { payments: items } }),
  }),
  row({
    method: "POST",
    path: "/api/payments/create-checkout",
    procedure: "payments.createCheckout",
    summary: "Opens a checkout with the merchant that the account is enrolled with",
    refuses: [
      "ENROLLMENT_REQUIRED",
      "MERCHANT_UNAVAILABLE",
      "MERCHANT_WALLET_MISSING",
      "PAYEE_BLACKLISTED",
      "PAYEE_MISMATCH",
      "PAYEE_NOT_ON_CARD",
      "PAYEE_CARD_WAITS",
      "TOO_MANY_CHECKOUTS",
      "CHAIN_UNAVAILABLE",
      "CONFLICT",
    ],
    repeatable: true,
  }),
  row({
    method: "POST",
    path: "/api/payments/record-success",
    procedure: "payments.recordSuccess",
    summary: "Reports that a payment was made, so that the server checks the chain sooner; it does not complete the payment",
    refuses: ["NOT_FOUND"],
  }),
  row({
    method: "GET",
    path: "/api/payments/status/{paymentId}",
    procedure: "payments.status",
    summary: "Returns the current status of one of the account's payments",
    input: ({ params }) => params,
  }),
  row({
    method: "GET",
    path: "/api/payments/{paymentId}/receipt",
    procedure: "payments.receipt",
    summary: "Downloads the receipt of one of the account's completed payments as a PDF file",
    refuses: ["CONFLICT"],
    followsZone: true,
    input: ({ params }) => params,
    answer: ({ fileName, pdf }) => ({
      headers: { "content-type": "application/pdf", "content-disposition": `attachment; filename="${fileName}"` },
      body: Buffer.from(pdf, "base64"),
    }),
  }),
  row({
    method: "PATCH",
    path: "/api/payments/{paymentId}/cancel",
    procedure: "payments.cancel",
    summary: "Cancels one of the account's pending payments",
    refuses: ["PAYMENT_NOT_PENDING", "PAYMENT_ON_CHAIN"],
    repeatable: true,
    input: ({ params }) => params,
  }),
];
