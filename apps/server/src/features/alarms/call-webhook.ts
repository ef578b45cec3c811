import { Webhook } from "standardwebhooks";

/** The operator's webhook for alarms, and the secret that signs its calls. */
export interface AlarmWebhookConfig {
  url: string;
  /** `whsec_` and base64, in the format of Standard Webhooks. */
  secret: string;
}

const timeoutMs = 10_000;
const mostErrorLetters = 300;

/**
 * Calls the webhook, signed in the format of Standard Webhooks (https://www.standardwebhooks.com). Returns null on success, otherwise the
 * reason for the failure.
 */
export async function callWebhook(
  { url, secret }: AlarmWebhookConfig,
  { id, payload, at }: { id: string; payload: object; at: Date },
): Promise<string | null> {
  const body = JSON.stringify(payload);
  const headers = {
    "content-type": "application/json",
    "webhook-id": id,
    "webhook-timestamp": String(Math.floor(at.getTime() / 1000)),
    "webhook-signature": new Webhook(secret).sign(id, at, body),
  };
  try {
    const answer = await fetch(url, { method: "POST", headers, body, redirect: "error", signal: AbortSignal.timeout(timeoutMs) });
    await answer.body?.cancel();
    return answer.ok ? null : `It answered ${answer.status}`;
  } catch (error) {
    return reasonOf(error).slice(0, mostErrorLetters);
  }
}

function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  if (error.name === "TimeoutError") return "It did not answer within ten seconds";
  return error.cause instanceof Error ? error.cause.message : error.message;
}
