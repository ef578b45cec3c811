import { HearthError } from "@hearth/domain/errors";
import type { FastifyInstance } from "fastify";
import type { Deps } from "../deps.ts";
import { handleOnrampWebhook } from "../features/payments/onramp/hear-webhook.ts";

/** Receives the onramp's webhook about purchases. Keeps the raw body, because the signature covers it. */
export async function serveOnrampWebhook(app: FastifyInstance, deps: Deps): Promise<void> {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser("application/json", { parseAs: "buffer" }, (_request, body, done) => done(null, body));
  app.post("/api/webhooks/onramp", async (request, reply) => {
    const rawBody = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
    if (!(await handleOnrampWebhook(deps, { rawBody, headers: request.headers }))) throw new HearthError("UNAUTHENTICATED");
    return reply.code(200).send({});
  });
}
