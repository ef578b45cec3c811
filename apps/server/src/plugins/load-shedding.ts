import underPressure from "@fastify/under-pressure";
import { HearthError } from "@hearth/domain/errors";
import type { FastifyInstance } from "fastify";
import type { ProcessSettings } from "../process-env.ts";

const retryAfterSeconds = 10;

class Overloaded extends HearthError {
  constructor() {
    super("OVERLOADED", { retryAfterSeconds });
  }
}

/** Refuses requests while the event loop delay or the heap exceeds its limit, so that requests in progress can finish. */
export async function shedLoad(
  app: FastifyInstance,
  { maxDelayMs, maxHeapBytes }: Pick<ProcessSettings, "maxDelayMs" | "maxHeapBytes">,
): Promise<void> {
  await app.register(underPressure, {
    maxEventLoopDelay: maxDelayMs,
    maxHeapUsedBytes: maxHeapBytes,
    retryAfter: retryAfterSeconds,
    customError: Overloaded,
  });
}
