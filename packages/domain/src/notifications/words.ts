import { accountWords } from "./account-words.ts";
import { autopayWords } from "./autopay-words.ts";
import { disputeWords } from "./dispute-words.ts";
import type { NotificationKind } from "./events.ts";
import { operatorWords } from "./operator-words.ts";
import { paymentWords } from "./payment-words.ts";
import { requestWords } from "./request-words.ts";
import { rentWords } from "./rent-words.ts";
import type { EventOf, Reader, Words, WordsOf } from "./wording.ts";

const textsByKind: WordsOf<NotificationKind> = {
  ...accountWords,
  ...paymentWords,
  ...disputeWords,
  ...autopayWords,
  ...requestWords,
  ...rentWords,
  ...operatorWords,
};

/** Words an event as a notification. */
export function wordsOf<Kind extends NotificationKind>(event: EventOf[Kind] & { kind: Kind }, reader: Reader): Words {
  return textsByKind[event.kind](event, reader);
}
