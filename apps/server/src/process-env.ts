import type { NetworkName } from "@hearth/chain/networks";
import { z } from "zod";

/** The variables about this one process among several. */
export const processVariables = {
  /** What whoever reads /metrics shows; without one only this machine may. */
  METRICS_TOKEN: z.string().min(16, "has fewer than 16 characters").optional(),
  /** web: answers people; worker: does what happens by itself; both: all of it in one process. */
  ROLE: z.enum(["web", "worker", "both"]).default("both"),
  /** Seconds that a process which is told to end goes on serving, so that whoever spreads the requests sees it leave. */
  SHUTDOWN_DELAY: z.coerce.number().min(0).max(60).optional(),
};
type ProcessVariables = z.output<z.ZodObject<typeof processVariables>>;

/** How this process runs beside the others. */
export interface ProcessSettings {
  isWeb: boolean;
  isWorker: boolean;
  metricsToken: string | null;
  shutdownDelayMs: number;
}

const usualDelaySeconds = 2;

/** Reads how this process runs; on the local network nobody stands in front, and it ends without a delay. */
export function readProcessSettings(env: ProcessVariables, network: NetworkName): ProcessSettings {
  return {
    isWeb: env.ROLE !== "worker",
    isWorker: env.ROLE !== "web",
    metricsToken: env.METRICS_TOKEN ?? null,
    shutdownDelayMs: 1000 * (env.SHUTDOWN_DELAY ?? (network === "local" ? 0 : usualDelaySeconds)),
  };
}
