import type { FastifyInstance } from "fastify";
import type { LocalChain } from "../local-chain.ts";
import { addAccountRoutes } from "./account-routes.ts";
import { addConsent } from "./consent.ts";
import { addOauthServer, createOauthServer } from "./oauth-server.ts";
import { addOnramp } from "./onramp-routes.ts";
import { ProviderAnswer } from "./provider-answer.ts";
import { createPurchases } from "./purchases.ts";
import { createWebhooks } from "./webhooks.ts";

/** The dependencies of the exchange. */
export interface ExchangeOptions {
  /** The origin for people's browsers. */
  origin: string;
  chain: Pick<LocalChain, "mintUsdc">;
  /** The product's webhook for purchases; null for none. */
  webhookUrl: string | null;
}

/** Adds the exchange: its sign-in, accounts and onramp, with the paths and the JSON of the real one. */
export async function addExchange(app: FastifyInstance, { origin, chain, webhookUrl }: ExchangeOptions): Promise<void> {
  const provider = createOauthServer(origin);
  await addOauthServer(app, provider);
  await app.register(async (scope) => {
    scope.addContentTypeParser("application/x-www-form-urlencoded", { parseAs: "string" }, (_request, body, done) =>
      done(null, readForm(String(body))),
    );
    scope.setErrorHandler((error, _, reply) => {
      if (!(error instanceof ProviderAnswer)) throw error;
      return reply.code(error.statusCode).send(error.body);
    });
    addConsent(scope, provider);
    addAccountRoutes(scope, provider);
    addOnramp(scope, origin, createPurchases(chain, createWebhooks(webhookUrl)));
  });
}

function readForm(body: string): Record<string, string | string[]> {
  const params = new URLSearchParams(body);
  return Object.fromEntries(
    [...new Set(params.keys())].map((name) => {
      const [first = "", ...others] = params.getAll(name);
      return [name, others.length === 0 ? first : [first, ...others]];
    }),
  );
}
