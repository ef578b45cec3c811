import { recordKeys } from "@hearth/chain/record-keys";
import type { FastifyInstance } from "fastify";

/**
 * Publishes every key that ever signed records, with its times, at the path where other software looks for it. The page that checks records
 * contains the same list.
 */
export function publishRecordKeys(app: FastifyInstance): void {
  app.get("/.well-known/hearth-record-keys.json", (_request, reply) => reply.send({ keys: recordKeys }));
}
