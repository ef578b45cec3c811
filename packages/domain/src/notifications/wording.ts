import type { NotificationEvent, NotificationKind } from "./events.ts";

/** The properties of a reader that words depend on. */
export interface Reader {
  /** IANA time zone for moments. */
  timeZone: string;
}

/** A notification in words. */
export interface Words {
  /** The mail's subject, and the first line in the product's list. */
  title: string;
  /** Paragraphs. Without `listText`, the product's list shows only the first. */
  text: readonly [string, ...string[]];
  /** The text of the product's list in place of the first paragraph. The list shows no facts. */
  listText?: string;
  facts?: readonly { label: string; value: string }[];
  /** The next step: a path of the product. `{token}` marks the place of the secret token in a mail's link. */
  action?: { label: string; path: string };
  /** The path that the product's own list uses where the mail's link carries a token. */
  listPath?: string;
  /** Marks a mail to someone who may have no account. It does not address them by name. */
  isToStranger?: true;
  /** The business that gave Hearth the address of a person who may have no account. */
  sender?: string;
}

/** Event types by kind. */
export type EventOf = { [Kind in NotificationKind]: Extract<NotificationEvent, { kind: Kind }> };

/** Functions that word events of these kinds. */
export type WordsOf<Kind extends NotificationKind> = { [One in Kind]: (event: EventOf[One], reader: Reader) => Words };

/** The fact that says what money is for, such as a home or a bill. None for older stored events, which do not say. */
export function forFacts(value: string | undefined) {
  return value === undefined ? [] : [{ label: "For", value }];
}
