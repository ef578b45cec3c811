import type { NetworkName } from "@hearth/chain/networks";
import { z } from "zod";
import type { AlarmWebhookConfig } from "./features/alarms/call-webhook.ts";

/** The variables about this one process among several. */
export const processVariables = {
  /** What whoever reads /metrics shows; without one only this machine may. */
  METRICS_TOKEN: z.string().min(16, "has fewer than 16 characters").optional(),
  /** Where alarms are told to a program, and what the calls are signed with. */
  ALARM_WEBHOOK_URL: z.url({ protocol: /^https?$/ }).optional(),
  ALARM_WEBHOOK_SECRET: z
    .string()
    .regex(
      /^whsec_[A-Za-z0-9+/]{32,}={0,2}$/,
      "whsec_ and at least 24 bytes in base64, as `echo whsec_$(openssl rand -base64 32)` prints them",
    )
    .optional(),
  /** An OTLP collector that traces are sent to; none are without it. */
  OTEL_EXPORTER_OTLP_ENDPOINT: z.url({ protocol: /^https?$/ }).optional(),
  /** web: answers people; worker: does what happens by itself; both: all of it in one process. */
  ROLE: z.enum(["web", "worker", "both"]).default("both"),
  /** Seconds that a process which is told to end goes on serving, so that whoever spreads the requests sees it leave. */
  SHUTDOWN_DELAY: z.coerce.number().min(0).max(60).optional(),
  /** Milliseconds that this process may be behind before it turns calls away; 0 for however far. */
  MAX_DELAY: z.coerce.number().int().min(0).max(60_000).optional(),
};
type ProcessVariables = z.output<z.ZodObject<typeof processVariables>>;

/** How this process runs beside the others. */
export interface ProcessSettings {
  isWeb: boolean;
  isWorker: boolean;
  metricsToken: string | null;
  /** Null where alarms are told to people alone. */
  alarmWebhook: AlarmWebhookConfig | null;
  shutdownDelayMs: number;
  /** How far this process may be behind before it turns calls away; 0 for however far. */
  maxDelayMs: number;
  /** How many bytes its heap may hold before it turns calls away; 0 for however many. */
  maxHeapBytes: number;
  /** Null where no traces are sent. */
  tracesUrl: string | null;
}

const usualDelaySeconds = 2;
/** A whole second behind is what people notice. */
const usualMaxDelayMs = 1_000;
const maxHeapBytes = 1024 ** 3;

/** Reads how this process runs; on the local network nobody stands in front: it ends without a delay, and is alone with whoever waits. */
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
