import { createHash } from "node:crypto";
import { onrampWebhookWire } from "@hearth/exchange/wire";
import { isSignedByProvider, type SignedWebhook } from "@hearth/exchange/webhook-signature";
import type { Deps } from "../../../deps.ts";
import { insertProviderEvent, markOrdersDue } from "../../ledger/onramp-orders.repo.ts";

/**
 * Handles an onramp webhook. A valid, recent and new one makes its order due now and changes nothing else. Returns true if the provider
 * signed it, also for a repetition, which does nothing.
 */
export async function handleOnrampWebhook(deps: Deps, webhook: SignedWebhook): Promise<boolean> {
  const now = deps.clock.now();
  if (!isSignedByProvider(webhook, deps.env.onrampWebhookSecrets, now)) return false;
  const event = readEvent(webhook.rawBody);
  if (event === null) return true;
  const id = createHash("sha256").update(webhook.rawBody).digest("hex");
  await deps.db.transaction(async (tx) => {
    const userRef = event.partnerUserRef ?? null;
    const isNew = await insertProviderEvent(tx, { id, type: event.eventType, userRef, receivedAt: now });
    if (isNew && userRef !== null) await markOrdersDue(tx, { userRef }, now);
  });
  return true;
}

function readEvent(rawBody: Buffer) {
  try {
    return onrampWebhookWire.safeParse(JSON.parse(rawBody.toString("utf8"))).data ?? null;
  } catch {
    return null;
  }
}
