import { safePath } from "@hearth/domain/redirect";

const key = "walletFlow";
const messageType = "hearth.exchange-link";

/** What the window in which somebody says yes at the exchange tells the one that opened it; it carries no token. */
export interface LinkMessage {
  type: typeof messageType;
  /** Null where the account was linked, or the sentence that says why not. */
  problem: string | null;
}

/** Where the person was when linking began; it lasts as long as this window, also over the way to the exchange and back. */
export const linkFlow = {
  begin: (from: string): void => window.sessionStorage.setItem(key, from),
  from: (): string => safePath(window.sessionStorage.getItem(key)),
};

/** Tells the opener how linking went and closes this window; false where there is no opener to tell. */
export function tellOpener(problem: string | null): boolean {
  const opener: Window | null = window.opener;
  if (opener === null) return false;
  opener.postMessage({ type: messageType, problem } satisfies LinkMessage, window.location.origin);
  window.close();
  return true;
}

/** Reads a message between windows: of this origin, from that window, of this kind; null for every other. */
export function readLinkMessage(event: MessageEvent<unknown>, from: Window | null): LinkMessage | null {
  const { data } = event;
  if (event.origin !== window.location.origin || from === null || event.source !== from) return null;
  if (typeof data !== "object" || data === null || !("type" in data) || data.type !== messageType) return null;
  const problem = "problem" in data && typeof data.problem === "string" ? data.problem : null;
  return { type: messageType, problem };
}
