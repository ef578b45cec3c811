import { windowStore } from "../../../lib/browser-store.ts";
import { safePath } from "@hearth/domain/redirect";

const key = "walletFlow";
const messageType = "hearth.exchange-link";

/** State of linking an exchange account. Kept for this window, including the redirects to the exchange and back. */
export interface LinkFlow {
  /** Path of the page that started linking, with its search parameters. */
  page: string;
  /** True if this window is a popup opened for linking. */
  isOwnWindow: boolean;
}

/** The linking state of this window, in session storage. A popup starts with a copy of its opener's. */
export const linkFlow = {
  begin: (flow: LinkFlow): void => windowStore.setItem(key, JSON.stringify(flow)),
  read: (): LinkFlow => {
    const nothing: LinkFlow = { page: "/smart-wallet-setup", isOwnWindow: false };
    try {
      const { page, isOwnWindow }: Partial<Record<keyof LinkFlow, unknown>> = JSON.parse(windowStore.getItem(key) ?? "{}");
      if (typeof page !== "string" || typeof isOwnWindow !== "boolean") return nothing;
      return { page: safePath(page, "/smart-wallet-setup"), isOwnWindow };
    } catch {
      return nothing;
    }
  },
};

/** Returns the path of the page that started linking, with the outcome as a search parameter. `problem` is the error message, or null. */
export function pageAfterLink({ page }: Pick<LinkFlow, "page">, problem: string | null): string {
  const url = new URL(page, window.location.origin);
  const [name, value] = problem === null ? ["oauth_success", "true"] : ["oauth_error", problem];
  url.searchParams.set(name, value);
  return url.pathname + url.search;
}

/** Message from the exchange popup to its opener. Contains no token. */
export interface LinkMessage {
  type: typeof messageType;
  /** Null if the account was linked, otherwise the error message. */
  problem: string | null;
}

/** Sends the outcome to the opener and closes this window. Returns false without an opener. */
export function notifyOpener(problem: string | null): boolean {
  const opener: Window | null = window.opener;
  if (opener === null) return false;
  opener.postMessage({ type: messageType, problem } satisfies LinkMessage, window.location.origin);
  window.close();
  return true;
}

/** Parses a message from the exchange popup. Returns null for any other origin, window or kind. */
export function readLinkMessage(event: MessageEvent<unknown>, from: Window | null): LinkMessage | null {
  const { data } = event;
  if (event.origin !== window.location.origin || from === null || event.source !== from) return null;
  if (typeof data !== "object" || data === null || !("type" in data) || data.type !== messageType) return null;
  const problem = "problem" in data && typeof data.problem === "string" ? data.problem : null;
  return { type: messageType, problem };
}

/** Messages of the callback page when the server has none. */
export const callbackProblems = {
  missing: "Missing authorization parameters",
  network: "Network error occurred",
  unknown: "Unknown error occurred",
} as const;
