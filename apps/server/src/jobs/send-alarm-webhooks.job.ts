import type { Deps } from "../deps.ts";
import { sendAlarmWebhooks } from "../features/alarms/send-alarm-webhooks.ts";
import { type Loop, type LoopHost, startLoop } from "./loop.ts";

/** Tells the operator's webhook of alarms, once a second; where there is none, nothing is asked. */
export function startSendingAlarms(deps: Deps, host: LoopHost): Loop {
  return startLoop(deps, { name: "send-alarm-webhooks", everyMs: 1_000, host, step: sendAlarmWebhooks });
}
