import type { Deps } from "../deps.ts";
import { sendAlarmWebhooks } from "../features/alarms/send-alarm-webhooks.ts";
import { type Loop, type LoopHost, startLoop } from "./loop.ts";

/** Sends alarms to the operator's webhook, once a second. Without a webhook it runs no query. */
export function startSendingAlarms(deps: Deps, host: LoopHost): Loop {
  return startLoop(deps, { name: "send-alarm-webhooks", everyMs: 1_000, host, step: sendAlarmWebhooks });
}
