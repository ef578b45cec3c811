import { parseAddress } from "@hearth/chain/addresses";
import { onrampSessionRequestWire } from "@hearth/exchange/wire";
import type { FastifyInstance, FastifyReply } from "fastify";
import { z } from "zod";
import { ProviderAnswer } from "./provider-answer.ts";
import { requireApiToken } from "./api-token-check.ts";
import { escapeHtml, formSecurity, renderWindow } from "./html.ts";
import { applySessionFault, applyStatusFault } from "./onramp-sentinels.ts";
import type { Purchase, Purchases, Session } from "./purchases.ts";

const sessionQuery = z.looseObject({ sessionToken: z.string() });
const refParams = z.looseObject({ ref: z.string() });

/** Adds the onramp: sessions that the product creates, the window where people pay, and the status of purchases. */
export function addOnramp(app: FastifyInstance, origin: string, purchases: Purchases): void {
  const tried = new Set<string>();
  app.post("/platform/v2/onramp/sessions", { preHandler: requireApiToken }, async (request, reply) => {
    const order = readOrder(request.body);
    const name = `${order.amount} ${order.destination}`;
    const isFirstTry = !tried.has(name);
    tried.add(name);
    await applySessionFault(order.amount, isFirstTry);
    const session = purchases.open(order);
    return reply.code(201).send({ session: { onrampUrl: `${origin}/buy?sessionToken=${session.token}` } });
  });
  app.get("/onramp/v1/buy/user/:ref/transactions", { preHandler: requireApiToken }, async (request, reply) => {
    const bought = purchases.listOf(refParams.parse(request.params).ref);
    const body = { transactions: bought.map(asWire), next_page_key: "", total_count: String(bought.length) };
    return applyStatusFault(reply, bought[0]?.session.amount, body);
  });
  app.get("/buy", async (request, reply) => {
    const session = requireSession(purchases, request.query);
    const isPaid = purchases.listOf(session.userRef).length > 0;
    return sendWindow(reply, "Buy USDC", isPaid ? "<p>This purchase was made already.</p>" : payForm(session));
  });
  app.post("/buy", async (request, reply) => {
    const session = requireSession(purchases, request.query);
    const purchase = await purchases.pay(session);
    return sendWindow(reply, "Buy USDC", outcome(purchase));
  });
}

function readOrder(body: unknown): Omit<Session, "token"> {
  const parsed = onrampSessionRequestWire.safeParse(body);
  const refuse = (message: string) => new ProviderAnswer(400, { errorType: "invalid_request", errorMessage: message });
  if (!parsed.success) throw refuse("The session request is not understood");
  const { destinationAddress, destinationNetwork, purchaseCurrency, purchaseAmount, paymentAmount, partnerUserRef, redirectUrl } =
    parsed.data;
  const destination = parseAddress(destinationAddress);
  const amount = purchaseAmount ?? paymentAmount;
  if (destination === null || destinationNetwork !== "base" || purchaseCurrency !== "USDC")
    throw refuse("USDC on Base to an address is sold here");
  if (amount === undefined || (purchaseAmount !== undefined && paymentAmount !== undefined)) throw refuse("One of both amounts is needed");
  if (!/^\d{1,6}\.\d{2}$/.test(amount)) throw refuse("The amount is not understood");
  return { destination, amount, userRef: partnerUserRef ?? "", redirectUrl: redirectUrl ?? null };
}

function requireSession(purchases: Purchases, query: unknown): Session {
  const session = purchases.find(sessionQuery.parse(query).sessionToken);
  if (session === null) throw new RangeError("This session does not exist, or is over.");
  return session;
}

function asWire({ transactionId, session, status, txHash }: Purchase) {
  return {
    transaction_id: transactionId,
    status: `ONRAMP_TRANSACTION_STATUS_${status}`,
    purchase_currency: "USDC",
    purchase_network: "base",
    purchase_amount: { value: session.amount, currency: "USDC" },
    payment_total: { value: session.amount, currency: "USD" },
    payment_method: "CARD",
    wallet_address: session.destination,
    tx_hash: txHash ?? "",
    partner_user_ref: session.userRef,
  };
}

function sendWindow(reply: FastifyReply, title: string, content: string): FastifyReply {
  return reply.type("text/html; charset=utf-8").header("content-security-policy", formSecurity).send(renderWindow(title, content));
}

function payForm({ amount, destination }: Session): string {
  return `<p>You buy <b>${escapeHtml(amount)} USDC</b> on Base for <code>${destination}</code>.</p>
<p>This is the simulator: no card is asked for, and the cents of the amount decide what happens.</p>
<form method="post">
<p class="buttons"><button class="primary">Pay $${escapeHtml(amount)}</button><button type="button" data-close>Close</button></p>
</form>`;
}

function outcome({ status, session }: Purchase): string {
  const statusText = {
    SUCCESS: "Your USDC is on its way.",
    FAILED: "The card was declined.",
    IN_PROGRESS: "Your purchase is in progress.",
  }[status];
  const back = session.redirectUrl === null ? "" : `<a href="${escapeHtml(session.redirectUrl)}">Back to Hearth</a>`;
  return `<p role="status">${statusText}</p><p class="buttons"><button type="button" class="primary" data-close>Close</button>${back}</p>`;
}
