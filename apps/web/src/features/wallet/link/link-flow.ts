import { safePath } from "@hearth/domain/redirect";

const key = "walletFlow";
const messageType = "hearth.exchange-link";

/** What linking left to come back to; it lasts as long as this window, also over the way to the exchange and back. */
export interface LinkFlow {
  /** The page that linking began on, with what it needs to know again. */
  page: string;
  /** Whether this is a window of its own, opened for linking. */
  isOwnWindow: boolean;
}

/** The flow that is under way in this window. A window that is opened from it begins with a copy. */
export const linkFlow = {
  begin: (flow: LinkFlow): void => window.sessionStorage.setItem(key, JSON.stringify(flow)),
  read: (): LinkFlow => {
    const nothing: LinkFlow = { page: "/smart-wallet-setup", isOwnWindow: false };
    try {
      const { page, isOwnWindow }: Partial<Record<keyof LinkFlow, unknown>> = JSON.parse(window.sessionStorage.getItem(key) ?? "{}");
      if (typeof page !== "string" || typeof isOwnWindow !== "boolean") return nothing;
      return { page: safePath(page, "/smart-wallet-setup"), isOwnWindow };
    } catch {
      return nothing;
    }
  },
};

/** The page that linking began on, told how it went; `problem` is the sentence that says why it failed. */
export function pageAfterLink({ page }: Pick<LinkFlow, "page">, problem: string | null): string {
  const url = new URL(page, window.location.origin);
  const [name, value] = problem === null ? ["oauth_success", "true"] : ["oauth_error", problem];
  url.searchParams.set(name, value);
  return url.pathname + url.search;
}

/** What the window in which somebody says yes at the exchange tells the one that opened it; it carries no token. */
export interface LinkMessage {
  type: typeof messageType;
  /** Null where the account was linked, or the sentence that says why not. */
  problem: string | null;
}

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

/** What the page that people come back to says by itself, where the server has nothing to say. */
export const callbackProblems = {
  missing: "Missing authorization parameters",
  network: "Network error occurred",
  unknown: "Unknown error occurred",
} as const;
