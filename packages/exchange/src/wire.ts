import { z } from "zod";

/**
 * Schemas of the exchange's HTTP interface, as far as Hearth reads it (docs.cdp.coinbase.com: "Coinbase App", "Onramp", "Webhooks"). They
 * allow unknown keys, because providers add new ones.
 */

/** OAuth scopes that Hearth requests. */
export const scopes = [
  "wallet:user:read",
  "wallet:user:email",
  "wallet:accounts:read",
  "wallet:addresses:read",
  "wallet:addresses:create",
  "wallet:payment-methods:read",
  "offline_access",
] as const;

/** `GET /v2/user` */
export const userWire = z.looseObject({ data: z.looseObject({ id: z.string().min(1).max(200) }) });

const currencyWire = z.union([z.string(), z.looseObject({ code: z.string() }).transform(({ code }) => code)]);

/** `GET /v2/accounts`, one page. */
export const accountsWire = z.looseObject({
  pagination: z.looseObject({ next_uri: z.string().nullish() }).optional(),
  data: z.array(z.looseObject({ id: z.string().min(1), type: z.string(), currency: currencyWire })),
});

const addressWire = z.looseObject({ address: z.string(), network: z.string() });

/** `GET /v2/accounts/{id}/addresses` */
export const addressesWire = z.looseObject({ data: z.array(addressWire) });

/** `POST /v2/accounts/{id}/addresses` */
export const newAddressWire = z.looseObject({ data: addressWire });

/** `GET /api/v3/brokerage/payment_methods` */
export const paymentMethodsWire = z.looseObject({
  payment_methods: z.array(
    z.looseObject({
      type: z.string(),
      verified: z.boolean().optional(),
      allow_buy: z.boolean().optional(),
      allow_deposit: z.boolean().optional(),
    }),
  ),
});

/** `POST /v2/onramp/sessions`, the request. */
export const onrampSessionRequestWire = z.looseObject({
  destinationAddress: z.string(),
  destinationNetwork: z.string(),
  purchaseCurrency: z.string(),
  purchaseAmount: z.string().optional(),
  paymentAmount: z.string().optional(),
  paymentCurrency: z.string().optional(),
  partnerUserRef: z.string().max(49).optional(),
  redirectUrl: z.string().optional(),
  clientIp: z.string().optional(),
});

/** `POST /v2/onramp/sessions`, the response. */
export const onrampSessionWire = z.looseObject({ session: z.looseObject({ onrampUrl: z.url() }) });

/** `GET /onramp/v1/buy/user/{partnerUserRef}/transactions` */
export const onrampTransactionsWire = z.looseObject({
  transactions: z.array(
    z.looseObject({
      transaction_id: z.string().min(1).max(200),
      status: z.string(),
      tx_hash: z.string().nullish(),
      wallet_address: z.string().nullish(),
    }),
  ),
});

/** The body of an `onramp.transaction.*` webhook. */
export const onrampWebhookWire = z.looseObject({
  eventType: z.string().max(100),
  transactionId: z.string().max(200).optional(),
  partnerUserRef: z.string().max(49).optional(),
});
