import underPressure from "@fastify/under-pressure";
import { HearthError } from "@hearth/domain/errors";
import type { FastifyInstance } from "fastify";

const retryAfterSeconds = 10;

class Overloaded extends HearthError {
  constructor() {
    super("OVERLOADED", { retryAfterSeconds });
  }
}

/** Turns calls away while the process is further behind than that (0 for however far) or nearly out of memory, so that the ones inside still get through. */
export async function shedLoad(app: FastifyInstance, maxDelayMs: number): Promise<void> {
  await app.register(underPressure, {
    maxEventLoopDelay: maxDelayMs,
    maxHeapUsedBytes: 1024 ** 3,
    retryAfter: retryAfterSeconds,
    customError: Overloaded,
  });
}
