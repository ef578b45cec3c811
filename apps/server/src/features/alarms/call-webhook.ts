import { Webhook } from "standardwebhooks";

/** Where alarms are told to a program, and what the calls are signed with. */
export interface AlarmWebhookConfig {
  url: string;
  /** `whsec_` and base64, as Standard Webhooks writes it. */
  secret: string;
}

const timeoutMs = 10_000;
const mostErrorLetters = 300;

/** Makes a call, signed as Standard Webhooks says (https://www.standardwebhooks.com); null where it was taken, else why it was not. */
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
