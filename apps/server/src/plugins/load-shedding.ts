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

/** Turns calls away while the process is further behind or holds more than its settings allow, so that the ones inside still get through. */
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
