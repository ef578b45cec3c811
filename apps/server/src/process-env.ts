import type { NetworkName } from "@hearth/chain/networks";
import { z } from "zod";
import type { AlarmWebhookConfig } from "./features/alarms/call-webhook.ts";

/** Variables of this one process among several. */
export const processVariables = {
  /** The bearer token for /metrics; without it, only this machine may read them. */
  METRICS_TOKEN: z.string().min(16, "has fewer than 16 characters").optional(),
  /** The operator's webhook for alarms, and the secret that signs its calls. */
  ALARM_WEBHOOK_URL: z.url({ protocol: /^https?$/ }).optional(),
  ALARM_WEBHOOK_SECRET: z
    .string()
    .regex(
      /^whsec_[A-Za-z0-9+/]{32,}={0,2}$/,
      "whsec_ and at least 24 bytes in base64, as `echo whsec_$(openssl rand -base64 32)` prints them",
    )
    .optional(),
  /** An OTLP collector for traces; without it, none are sent. */
  OTEL_EXPORTER_OTLP_ENDPOINT: z.url({ protocol: /^https?$/ }).optional(),
  /** web: serves requests; worker: does the background work; both: everything in one process. */
  ROLE: z.enum(["web", "worker", "both"]).default("both"),
  /** Seconds that a process goes on serving after SIGTERM, so that load balancers notice it leaving. */
  SHUTDOWN_DELAY: z.coerce.number().min(0).max(60).optional(),
  /** The event loop delay in milliseconds above which calls are refused; 0 for no limit. */
  MAX_DELAY: z.coerce.number().int().min(0).max(60_000).optional(),
};
type ProcessVariables = z.output<z.ZodObject<typeof processVariables>>;

/** The settings of this process. */
export interface ProcessSettings {
  isWeb: boolean;
  isWorker: boolean;
  metricsToken: string | null;
  /** Null where alarms only notify people. */
  alarmWebhook: AlarmWebhookConfig | null;
  shutdownDelayMs: number;
  /** The event loop delay above which calls are refused; 0 for no limit. */
  maxDelayMs: number;
  /** The heap size in bytes above which calls are refused; 0 for no limit. */
  maxHeapBytes: number;
  /** Null where no traces are sent. */
  tracesUrl: string | null;
}

const usualDelaySeconds = 2;
/** People notice a delay of a whole second. */
const usualMaxDelayMs = 1_000;
const maxHeapBytes = 1024 ** 3;

/**
 * Reads the settings of this process. The local network has no load balancer: the process shuts down without a delay, and no event loop
 * delay makes it refuse calls.
 */
export function readProcessSettings(env: ProcessVariables, network: NetworkName): ProcessSettings {
  return {
    isWeb: env.ROLE !== "worker",
    isWorker: env.ROLE !== "web",
    metricsToken: env.METRICS_TOKEN ?? null,
    tracesUrl: env.OTEL_EXPORTER_OTLP_ENDPOINT ?? null,
    alarmWebhook: readAlarmWebhook(env, network),
    shutdownDelayMs: 1000 * (env.SHUTDOWN_DELAY ?? (network === "local" ? 0 : usualDelaySeconds)),
    maxDelayMs: env.MAX_DELAY ?? (network === "local" ? 0 : usualMaxDelayMs),
    maxHeapBytes,
  };
}

function readAlarmWebhook(
  { ALARM_WEBHOOK_URL: url, ALARM_WEBHOOK_SECRET: secret }: ProcessVariables,
  network: NetworkName,
): AlarmWebhookConfig | null {
  if (url === undefined && secret === undefined) return null;
  if (url === undefined || secret === undefined)
    throw new Error("ALARM_WEBHOOK_URL and ALARM_WEBHOOK_SECRET go together: give both, or none.");
  if (network === "base" && !url.startsWith("https:")) throw new Error("NETWORK is base, but ALARM_WEBHOOK_URL is no https address.");
  return { url, secret };
}
