import { type RestRow, row } from "../wire.ts";

/** The documented calls about the account at the exchange. */
export const coinbaseRoutes: RestRow[] = [
  row({
    method: "GET",
    path: "/api/coinbase/payment-methods",
    procedure: "exchange.paymentMethods",
    summary: "Whether a bank account is linked at the exchange, or a marker that nobody can say",
  }),
  row({
    method: "POST",
    path: "/api/coinbase/initiate-auth",
    procedure: "exchange.initiateAuth",
    summary: "Begins linking an account at the exchange, and answers where to send the person",
    refuses: ["EXCHANGE_OFF", "EXCHANGE_UNAVAILABLE"],
  }),
  row({
    method: "GET",
    path: "/api/coinbase/check-wallet",
    procedure: "exchange.checkWallet",
    summary: "Where linking stands",
  }),
  row({
    method: "POST",
    path: "/api/coinbase/retry-verification",
    procedure: "exchange.retryVerification",
    summary: "Asks the exchange once more for the account's address",
    refuses: ["EXCHANGE_OFF", "EXCHANGE_DISCONNECTED", "EXCHANGE_UNAVAILABLE"],
  }),
  row({
    method: "GET",
    path: "/api/coinbase/frontend-callback",
    procedure: "exchange.callback",
    summary: "Ends linking with the code and the state that the exchange sent the person back with",
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
    summary: "Begins with making an account at the exchange, and answers where to send the person",
    refuses: ["EXCHANGE_OFF", "EXCHANGE_UNAVAILABLE"],
  }),
  row({
    method: "DELETE",
    path: "/api/coinbase/clear-verification",
    procedure: "exchange.clearVerification",
    summary: "Forgets how linking went, so that it can begin anew",
  }),
  row({
    method: "POST",
    path: "/api/auth/clear-wallet-connection",
    procedure: "exchange.clearConnection",
    summary: "Takes back the access to the account at the exchange",
  }),
];
