import type { Deps } from "../deps.ts";
import { sendDueMails } from "../features/mail/send-mails.ts";
import { type Loop, startLoop } from "./loop.ts";

/** Sends what stands in the outbox, once a second. */
export function startSendingMails(deps: Deps, isOurs: () => boolean): Loop {
  return startLoop({ name: "send-mails", everyMs: 1_000, log: deps.log, isOurs, step: () => sendDueMails(deps) });
}
