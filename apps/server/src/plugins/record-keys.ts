import { recordKeys } from "@hearth/chain/record-keys";
import type { FastifyInstance } from "fastify";

/** Answers which keys ever signed records, with their times, where other software looks for it. The same list is part of the page that checks. */
export function publishRecordKeys(app: FastifyInstance): void {
  app.get("/.well-known/hearth-record-keys.json", (_request, reply) => reply.send({ keys: recordKeys }));
}
