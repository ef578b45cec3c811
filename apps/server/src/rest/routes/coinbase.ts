import { type RestRow, row } from "../wire.ts";

/** The documented calls about the account at the exchange. */
export const coinbaseRoutes: RestRow[] = [
  row({
    method: "GET",
    path: "/api/coinbase/payment-methods",
    procedure: "exchange.paymentMethods",
    summary: "Returns whether a bank account is linked at the exchange, or an `error` if this cannot be determined",
  }),
  row({
    method: "POST",
    path: "/api/coinbase/initiate-auth",
    procedure: "exchange.initiateAuth",
    summary: "Starts linking an account at the exchange, and returns the URL to send the person to",
    refuses: ["EXCHANGE_OFF", "EXCHANGE_UNAVAILABLE"],
  }),
  row({
    method: "GET",
    path: "/api/coinbase/check-wallet",
    procedure: "exchange.checkWallet",
    summary: "Returns the current state of linking",
  }),
  row({
    method: "POST",
    path: "/api/coinbase/retry-verification",
    procedure: "exchange.retryVerification",
    summary: "Asks the exchange for the account's address again",
    refuses: ["EXCHANGE_OFF", "EXCHANGE_DISCONNECTED", "EXCHANGE_UNAVAILABLE"],
  }),
  row({
    method: "GET",
    path: "/api/coinbase/frontend-callback",
    procedure: "exchange.callback",
    summary: "Completes linking with the code and the state that the exchange sent back with the person",
    refuses: [
      "EXCHANGE_ACCOUNT_USED",
      "EXCHANGE_OFF",
      "LINK_EXPIRED",
      "LINK_DENIED",
      "LINK_REFUSED",
      "LINK_INCOMPLETE",
      "EXCHANGE_WALLET_MISSING",
      "EXCHANGE_UNAVAILABLE",
    ],
    input: ({ query: { code, state, error } }) => ({
      state,
      ...(code !== undefined && { code }),
      ...(error !== undefined && { error }),
    }),
  }),
  row({
    method: "POST",
    path: "/api/coinbase/create-wallet",
    procedure: "exchange.createWallet",
    summary: "Starts creating an account at the exchange, and returns the URL to send the person to",
    refuses: ["EXCHANGE_OFF", "EXCHANGE_UNAVAILABLE"],
  }),
  row({
    method: "DELETE",
    path: "/api/coinbase/clear-verification",
    procedure: "exchange.clearVerification",
    summary: "Clears the result of linking, so that it can start again",
  }),
  row({
    method: "POST",
    path: "/api/auth/clear-wallet-connection",
    procedure: "exchange.clearConnection",
    summary: "Revokes the access to the account at the exchange",
  }),
];
