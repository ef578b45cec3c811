import type { Deps } from "../deps.ts";
import { sendAlarmWebhooks } from "../features/alarms/send-alarm-webhooks.ts";
import { type Loop, startLoop } from "./loop.ts";

/** Tells the operator's webhook of alarms, once a second; where there is none, nothing is asked. */
export function startSendingAlarms(deps: Deps, isOurs: () => boolean): Loop {
  return startLoop({ name: "send-alarm-webhooks", everyMs: 1_000, log: deps.log, isOurs, step: () => sendAlarmWebhooks(deps) });
}
