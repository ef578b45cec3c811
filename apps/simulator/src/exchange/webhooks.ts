import { createHmac, randomUUID } from "node:crypto";
import { demoCredentials } from "./credentials.ts";

/** Sends an event to the product. Ignores delivery failures. */
export type SendWebhook = (body: Record<string, unknown>) => Promise<void>;

const signedHeaders = ["content-type", "x-event-id"] as const;

/** Creates a sender that signs like the provider. Without a URL nothing is sent. */
export function createWebhooks(url: string | null, secret: string = demoCredentials.webhookSecret): SendWebhook {
  return async (event) => {
    if (url === null) return;
    const body = JSON.stringify(event);
    const headers = { "content-type": "application/json", "x-event-id": randomUUID() };
    const time = Math.floor(Date.now() / 1000);
    const names = signedHeaders.join(" ");
    const values = signedHeaders.map((name) => headers[name]).join(".");
    const mac = createHmac("sha256", secret).update(`${time}.${names}.${values}.${body}`).digest("hex");
    const signature = `t=${time},v0=${"0".repeat(64)},h=${names},v1=${mac}`;
    await fetch(url, {
      method: "POST",
      headers: { ...headers, "x-hook0-signature": signature },
      body,
      signal: AbortSignal.timeout(5_000),
    }).catch(() => undefined);
  };
}
