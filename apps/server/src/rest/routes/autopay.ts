import { bodyFields, type RequestParts, type RestAnswer, type RestRow, row } from "../wire.ts";

const namedInput = (parts: RequestParts) => ({ ...bodyFields(parts), ...parts.params });
/** The path names the scheduled payment. The older name `chequeId` is for typed clients only. */
const namedByPath = (parts: RequestParts) => Object.fromEntries(Object.entries(namedInput(parts)).filter(([name]) => name !== "chequeId"));
const preparedAnswer = (body: unknown): RestAnswer => ({ status: 201, body });

/** The calls about autopay. */
export const autopayRoutes: RestRow[] = [
  row({
    method: "GET",
    path: "/api/rent/autopay",
    procedure: "autopay.mine",
    summary: "Lists the account's upcoming rent with its scheduled payments",
  }),
  row({
    method: "POST",
    path: "/api/rent/my-leases/{leaseId}/autopay",
    procedure: "autopay.prepare",
    summary: "Prepares scheduled payments of upcoming rent: the authorizations that the tenant signs",
    refuses: [
      "CONFLICT",
      "MERCHANT_UNAVAILABLE",
      "MERCHANT_WALLET_MISSING",
      "PAYEE_NOT_ON_CARD",
      "PAYEE_CARD_WAITS",
      "WALLET_SETUP_NEEDED",
    ],
    repeatable: true,
    input: namedInput,
    answer: preparedAnswer,
  }),
  row({
    method: "PUT",
    path: "/api/rent/autopay/{scheduledPaymentId}/sign",
    procedure: "autopay.sign",
    summary: "Submits the signature for one month's rent",
    refuses: ["CONFLICT", "AUTHORIZATION_INVALID", "AUTHORIZATION_USED", "PAYER_BLACKLISTED", "PAYEE_BLACKLISTED"],
    repeatable: true,
    input: namedByPath,
  }),
  row({
    method: "PUT",
    path: "/api/rent/autopay/{scheduledPaymentId}/skip",
    procedure: "autopay.skip",
    summary: "Skips one month and erases its signature",
    refuses: ["CONFLICT"],
    repeatable: true,
    input: namedByPath,
  }),
  row({
    method: "PUT",
    path: "/api/rent/my-leases/{leaseId}/autopay/pause",
    procedure: "autopay.pause",
    summary: "Pauses autopay of a lease and erases its signatures",
    repeatable: true,
    input: namedInput,
  }),
  row({
    method: "PUT",
    path: "/api/rent/my-leases/{leaseId}/autopay/stop",
    procedure: "autopay.stop",
    summary: "Stops autopay of a lease and erases its signatures",
    repeatable: true,
    input: namedInput,
  }),
  row({
    method: "GET",
    path: "/api/admin/leases/{leaseId}/autopay",
    procedure: "autopay.forAdmin",
    summary: "Lists the scheduled payments of a lease, without the signatures",
    input: ({ params }) => params,
  }),
];
