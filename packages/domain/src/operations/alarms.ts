import type { WorkListName } from "./work-lists.ts";

/** Notifications of an alarm to people and to the webhook: raised, and over. */
export const alarmTransitions = ["raised", "cleared"] as const;
export type AlarmTransition = (typeof alarmTransitions)[number];

/** Statuses of a webhook call: waiting for its next attempt, accepted, or given up after the last attempt. */
export const webhookStatuses = ["waiting", "sent", "failed"] as const;

/** Hours that an alarm's key can be silenced for. A longer silence would be forgotten. */
export const silenceHours = [1, 8, 24, 168] as const;

/** Advice for each alarm, by the prefix of its key. `docs/runbook.md` says more. */
const advice: readonly (readonly [start: string, what: string])[] = [
  ["chain-unavailable", "Look at the providers' own status. Where one stays away, name another in RPC_URLS and restart the workers."],
  ["chain-stands-still", "See whether a worker runs and whether the network itself stands still. Else name another provider in RPC_URLS."],
  [
    "clocks-apart",
    "Mend the time service of the machine, or name another provider where that one is late. Checkouts and codes of authenticator apps go by this clock.",
  ],
  ["chain-replaced", "Settlement waits on purpose. Compare several providers; when the chain is right, run `hearth chain repair`."],
  ["relayer-gas", "Send ETH to the relayer's account. Payers are asked to send from their wallets until then."],
  [
    "relayer-left-behind",
    "Start a worker with the relayer key that you mean to use. Its page in docs/operating.md says what becomes of what the other key has sent.",
  ],
  ["ledger-invented", "Treat it as an incident: completions stopped. Compare the transaction with an explorer before `hearth resume`."],
  [
    "ledger-differs",
    "Compare the transaction with an explorer. Where the chain is right, run `hearth ledger mend` with the transfer; its payment is decided again.",
  ],
  [
    "set-aside-",
    "Everything else continues. `hearth set-aside show` says the error and when it is tried again; the alarm ends when it succeeds. `retry` tries it at once.",
  ],
  [
    "worker-gone",
    "Start a process with ROLE=worker or both, and see in the log of the last one why it ended. Nothing is lost; what waits is done when it runs.",
  ],
  [
    "loop-",
    "The alarm's facts and the log of the worker say why. Remove the cause, or restart the worker where a step hangs. The alarm ends when a step succeeds.",
  ],
  [
    "job-",
    "The alarm's facts and `hearth jobs list` say why. Remove the cause, then `hearth jobs retry`. The alarm ends when a run succeeds.",
  ],
  ["ledger-missed", "It is recorded already. See why a provider left it out, replace it where it happens again, and acknowledge this."],
  [
    "moment-restored",
    "Sessions and links have ended. Read `hearth restored show`, stop what must not happen, and release each part with `hearth restored release`.",
  ],
  ["invariants-broken", "Run `hearth invariants`, keep the log of that time, and change no rows by hand before the cause is known."],
  ["state-broken", "Run `hearth invariants`, keep the log of that time, and change no rows by hand before the cause is known."],
  [
    "payee-card-",
    "Treat it as an incident: a row of `payees` or `payee_cards` may have been changed by hand. Payments to that business are refused; call its owner.",
  ],
  ["onramp-undelivered", "Look the orders up at the provider and on the chain. Their payers see that it is being looked into."],
  ["refunded-beyond-", "The merchant sent it from their own wallet. Tell them, and acknowledge this; the payment's page shows both."],
];

/** The key prefix of alarms about items that jobs have set aside. */
export const setAsideKeyPrefix = "set-aside-";
/** The key of the alarm for all set-aside items without an alarm of their own. */
export const setAsideOthers = `${setAsideKeyPrefix}others`;

/** The key of the alarm about one item of a job's list. */
export function setAsideAlarm(list: WorkListName, name: string): string {
  return `${setAsideKeyPrefix}${list}-${name.replaceAll(" ", "-")}`;
}

/** The key of the alarm that no worker is running. */
export const noWorkerAlarmKey = "worker-gone";

/** The key of the alarm about a loop that has not succeeded in time. */
export function stalledLoopAlarmKey(name: string): string {
  return `loop-${name}`;
}

/** The key of the alarm that a business's payout wallet is not the one on its signed payee card. */
export function payeeCardAlarmKey(business: string): string {
  return `payee-card-${business}`;
}

/** The key of the alarm about a scheduled job that failed for good or has not succeeded in time. */
export function failedJobAlarmKey(name: string): string {
  return `job-${name}`;
}

/** Alarms about single events. They have no end of their own, so they end by acknowledgement. */
const singleEvents = ["ledger-missed", "refunded-beyond-"];

/** True if acknowledging an alarm with that key ends it. Other alarms end with their cause. */
export function isClearedByAcknowledging(key: string): boolean {
  return singleEvents.some((start) => key.startsWith(start));
}

/** The key prefixes of all alarms. */
export const alarmKeys: readonly string[] = advice.map(([start]) => start);

/** Returns advice for an alarm with that key. */
export function alarmAdvice(key: string): string {
  return advice.find(([start]) => key.startsWith(start))?.[1] ?? "Look at the log of the time when it was raised.";
}
