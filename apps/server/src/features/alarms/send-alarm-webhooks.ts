import { alarmAdvice } from "@hearth/domain/operations/alarms";
import { publicId } from "@hearth/domain/ids";
import { mailMaxAgeMs, nextMailAttempt } from "@hearth/domain/notifications/mails";
import type { Deps } from "../../deps.ts";
import { workThroughClaimed } from "../../jobs/work-list.ts";
import { type AlarmWebhookConfig, callWebhook } from "./call-webhook.ts";
import { claimDueWebhooks, type DueWebhook, markWebhookTried, type WebhookOutcome } from "./alarm-webhooks.repo.ts";

/**
 * Sends due alarm calls to the operator's webhook, signed in the format of Standard Webhooks (https://www.standardwebhooks.com). Delivers
 * each at least once, with the same `webhook-id` at each try and the retry schedule of mails. Returns true if more calls are due.
 */
export async function sendAlarmWebhooks(deps: Deps): Promise<boolean> {
  const config = deps.env.alarmWebhook;
  if (config === null) return false;
  return workThroughClaimed(deps, {
    list: "send-webhook",
    pageSize: 20,
    atOnce: 5,
    claimMs: 60_000,
    claim: (claim) => claimDueWebhooks(deps.db, claim),
    itemOf: ({ id, alarm, turn }) => ({ id, name: `${publicId("alarm", alarm.id)} ${turn}` }),
    work: async (webhook) => {
      const outcome = await tryWebhook(deps, config, webhook);
      await markWebhookTried(deps.db, webhook, outcome);
      if (outcome.status !== "sent")
        deps.log.warn({ webhook: webhook.id, status: outcome.status }, "An alarm could not be sent to the webhook");
    },
  });
}

async function tryWebhook(deps: Deps, config: AlarmWebhookConfig, webhook: DueWebhook): Promise<WebhookOutcome> {
  const now = deps.clock.now();
  if (now.getTime() - webhook.createdAt.getTime() > mailMaxAgeMs) return { status: "failed", error: "It had waited too long to be news" };
  const error = await callWebhook(config, { id: webhook.id, payload: describe(deps, webhook), at: now });
  if (error === null) return { status: "sent" };
  const nextTryAt = nextMailAttempt(webhook.tries, now);
  return nextTryAt === null ? { status: "failed", error } : { status: "waiting", error, nextTryAt };
}

/** Builds the payload of a call: the alarm's message, and advice on what to do. */
function describe({ env }: Deps, { turn, alarm }: DueWebhook) {
  const at = turn === "raised" ? alarm.raisedAt : (alarm.clearedAt ?? alarm.raisedAt);
  const { key, message, data, raisedAt, clearedAt } = alarm;
  const facts = { key, message, advice: alarmAdvice(key), facts: data, raisedAt, clearedAt, url: `${env.publicOrigin}/admin/alarms` };
  return { type: `alarm.${turn}`, timestamp: at, data: { id: publicId("alarm", alarm.id), ...facts } };
}
