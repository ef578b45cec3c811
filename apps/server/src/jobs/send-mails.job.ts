import type { Deps } from "../deps.ts";
import { sendDueMails } from "../features/mail/send-mails.ts";
import { type Loop, type LoopHost, startLoop } from "./loop.ts";

/** Sends the mails in the outbox, once a second. */
export function startSendingMails(deps: Deps, host: LoopHost): Loop {
  return startLoop(deps, { name: "send-mails", everyMs: 1_000, host, step: sendDueMails });
}
