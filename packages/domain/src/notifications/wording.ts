import type { NotificationEvent, NotificationKind } from "./events.ts";

/** Who reads, as far as words depend on it. */
export interface Reader {
  /** IANA zone that moments are told in. */
  timeZone: string;
}

/** What somebody is told, in plain words. */
export interface Words {
  /** A mail's subject, and the first line in the product's list. */
  title: string;
  /** Paragraphs; the first one stands alone in the product's list. */
  text: readonly [string, ...string[]];
  facts?: readonly { label: string; value: string }[];
  /** Where to go next: a path of the product, with `{token}` where a mail's link carries its proof. */
  action?: { label: string; path: string };
  /** Where the product's own list leads instead, where a mail's link carries its proof. */
  listPath?: string;
  /** The mail goes to somebody who perhaps has no account: they are not called by a name. */
  isToStranger?: true;
}

/** Each kind of event. */
export type EventOf = { [Kind in NotificationKind]: Extract<NotificationEvent, { kind: Kind }> };

/** The words of the events of these kinds. */
export type WordsOf<Kind extends NotificationKind> = { [One in Kind]: (event: EventOf[One], reader: Reader) => Words };
