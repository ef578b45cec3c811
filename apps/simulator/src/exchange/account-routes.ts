import type { FastifyInstance, FastifyRequest } from "fastify";
import type { Provider } from "oidc-provider";
import { waitPastClientTimeout } from "./onramp-sentinels.ts";
import { isSentinel, type Person, personOf } from "./people.ts";
import { ProviderAnswer } from "./provider-answer.ts";

const error = (status: number, id: string, message: string) => new ProviderAnswer(status, { errors: [{ id, message }] });

/** Adds the exchange's accounts, limited to the token's scopes. */
export function addAccountRoutes(app: FastifyInstance, provider: Provider): void {
  const withAddress = new Set<string>();
  const admit = (request: FastifyRequest, scope: string) => admitPerson(provider, request, scope);
  const addressOf = ({ id, usdcAddress }: Person) => ({
    id: `${id}-base`,
    address: usdcAddress,
    name: "",
    network: "base",
    resource: "address",
  });

  app.get("/v2/user", async (request) => {
    const { id, email } = await admit(request, "wallet:user:read");
    return { data: { id, name: email.split("@")[0], email, resource: "user" } };
  });
  app.get("/v2/accounts", async (request) => {
    const person = await admit(request, "wallet:accounts:read");
    const held = isSentinel(person.email, "nousdc") ? ["ETH"] : ["ETH", "USDC"];
    const data = held.map((code) => ({
      id: `${person.id}-${code.toLowerCase()}`,
      name: `${code} Wallet`,
      primary: code === "ETH",
      type: "wallet",
      currency: { code },
      balance: { amount: "0.00", currency: code },
      resource: "account",
    }));
    return { pagination: { limit: 25, next_uri: null }, data };
  });
  app.get("/v2/accounts/:account/addresses", async (request) => {
    const person = await admit(request, "wallet:addresses:read");
    const isNew = isSentinel(person.email, "newaddress") && !withAddress.has(person.id);
    return { pagination: { limit: 25, next_uri: null }, data: isNew ? [] : [addressOf(person)] };
  });
  app.post("/v2/accounts/:account/addresses", async (request, reply) => {
    const person = await admit(request, "wallet:addresses:create");
    withAddress.add(person.id);
    return reply.code(201).send({ data: addressOf(person) });
  });
  app.get("/api/v3/brokerage/payment_methods", async (request) => {
    const { id, email } = await admit(request, "wallet:payment-methods:read");
    if (isSentinel(email, "nocheck")) throw error(503, "unavailable", "The service is unavailable");
    const verified = !isSentinel(email, "unverified");
    const bank = { id: `${id}-ach`, type: "ACH", name: "Checking", currency: "USD", verified, allow_buy: true, allow_deposit: true };
    const card = { ...bank, id: `${id}-card`, type: "CARD", name: "Debit card", allow_deposit: false };
    return { payment_methods: isSentinel(email, "nobank") ? [card] : [card, bank] };
  });
}

async function admitPerson(provider: Provider, request: FastifyRequest, scope: string): Promise<Person> {
  const bearer = /^Bearer (\S+)$/.exec(request.headers.authorization ?? "")?.[1] ?? "";
  const token = await provider.AccessToken.find(bearer);
  if (!token || isSentinel(token.accountId, "revoked")) throw error(401, "invalid_token", "The access token is invalid");
  if (isSentinel(token.accountId, "away")) throw error(503, "unavailable", "The service is unavailable");
  if (isSentinel(token.accountId, "busy")) throw error(429, "rate_limit_exceeded", "Too many requests");
  if (isSentinel(token.accountId, "late")) await waitPastClientTimeout();
  if (isSentinel(token.accountId, "nonsense")) throw new ProviderAnswer(200, { message: "What a lovely day" });
  if (isSentinel(token.accountId, "lacking")) throw new ProviderAnswer(200, { data: {}, payment_methods: [{}] });
  if (!token.scopes.has(scope)) throw error(403, "invalid_scope", `The token lacks ${scope}`);
  return personOf(token.accountId);
}
