import underPressure from "@fastify/under-pressure";
import { HearthError } from "@hearth/domain/errors";
import type { FastifyInstance } from "fastify";

const retryAfterSeconds = 10;

class Overloaded extends HearthError {
  constructor() {
    super("OVERLOADED", { retryAfterSeconds });
  }
}

/** When calls are turned away. */
export interface LoadLimits {
  /** How far the process may be behind; 0 for however far. */
  maxDelayMs: number;
}

/** A whole second behind is what people notice. */
export const loadLimits: LoadLimits = { maxDelayMs: 1_000 };

/** Turns calls away while the process is too far behind or nearly out of memory, so that the ones inside still get through. */
export async function shedLoad(app: FastifyInstance, { maxDelayMs }: LoadLimits): Promise<void> {
  await app.register(underPressure, {
    maxEventLoopDelay: maxDelayMs,
    maxHeapUsedBytes: 1024 ** 3,
    retryAfter: retryAfterSeconds,
    customError: Overloaded,
  });
}
