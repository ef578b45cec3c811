import { HearthError } from "@hearth/domain/errors";
import type { FastifyInstance } from "fastify";
import { z } from "zod";
import type { Deps } from "../deps.ts";
import { unsubscribe } from "../features/mail/unsubscribe.ts";
import { networkOf } from "../network-of.ts";

const params = z.object({ token: z.string().max(200) });

/**
 * Unsubscribes from a group of mails by a POST (RFC 8058), sent by a mail program or by the page that a mail links to. Ignores the body:
 * the URL identifies the account and the group.
 */
export async function serveUnsubscribe(app: FastifyInstance, deps: Deps): Promise<void> {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser("*", { bodyLimit: 1_024 }, (_request, payload, done) => {
    payload.resume();
    payload.once("end", () => done(null));
  });
  app.post("/api/mail/unsubscribe/:token", async (request, reply) => {
    await deps.sharedLimits.take("mailLink", networkOf(request.ip));
    const { data } = params.safeParse(request.params);
    const ended = data === undefined ? null : await unsubscribe(deps, data.token);
    if (ended === null) throw new HearthError("NOT_FOUND", { message: "This link is not complete" });
    return reply.code(200).send({ message: "You will not get emails like that one any more" });
  });
}
