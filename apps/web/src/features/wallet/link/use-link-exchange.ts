import { limits } from "@hearth/domain/limits";
import { useState, useEffect, useEffectEvent } from "react";
import { errorMessage, isNetworkError } from "../../../lib/api-error.ts";
import { openPopup } from "../../../lib/popup-window.ts";
import { stepUp } from "../../../lib/step-up.ts";
import { trpc } from "../../../lib/trpc.ts";
import { linkFlow, readLinkMessage } from "./link-flow.ts";

const windowName = "hearth-exchange";
const windowSizes = { existing: limits.walletSignInPopup, new: limits.walletCreationPopup };

/** Sign in to an existing exchange account, or create one first. */
export type LinkKind = keyof typeof windowSizes;

/** Reason why the exchange could not be opened, with the server's message if it had one. */
export interface StartFailure {
  kind: "network" | "server" | "noAddress";
  message: string | null;
}

interface LinkOptions {
  /** Path to return to if linking continues in this window. */
  page: string;
  /** Called when the user leaves for the exchange, in the popup or in this window. */
  onLeave: (kind: LinkKind) => Promise<void> | void;
  /** Called with the outcome from the popup: null, or the error message. */
  onOutcome: (problem: string | null) => void;
}

/** Links an exchange account in a popup, or in this window if no popup is possible. */
export function useLinkExchange({ page, onLeave, onOutcome }: LinkOptions) {
  const utils = trpc.useUtils();
  const initiate = trpc.exchange.initiateAuth.useMutation();
  const create = trpc.exchange.createWallet.useMutation();
  const [failure, setFailure] = useState<StartFailure | null>(null);
  const other = useExchangeWindow((problem) => {
    void utils.exchange.invalidate();
    onOutcome(problem);
  });

  const start = async (kind: LinkKind) => {
    if (other.bringBack()) return;
    let popup = openWindow(page, kind);
    setFailure(null);
    // If the server requires a step-up, its dialog appears in this window, so the popup is closed to keep it visible.
    const unsubscribe = stepUp.subscribe(() => {
      popup?.close();
      popup = null;
    });
    try {
      const { redirectUrl } =
        kind === "new"
          ? await create.mutateAsync()
          : await initiate.mutateAsync({ strategy: popup === null ? "redirect" : "popup", currentPath: page });
      if (!isWebAddress(redirectUrl)) throw new NoAddress();
      if (popup !== null) {
        if (!popup.closed) popup.location.replace(redirectUrl);
        other.follow(popup);
      }
      await onLeave(kind);
      if (popup === null) window.location.assign(redirectUrl);
    } catch (error) {
      popup?.close();
      setFailure(failureOf(error));
    } finally {
      unsubscribe();
    }
  };
  return { start, failure, isStarting: initiate.isPending || create.isPending, other };
}
export type LinkExchange = ReturnType<typeof useLinkExchange>;

/** Opens the popup. Returns null if it is blocked, or on a phone or a small touch screen. Must be called within a click. */
function openWindow(page: string, kind: LinkKind): Window | null {
  const isSmall = window.matchMedia(`(max-width: ${limits.mobileMaxWidthPx}px), (pointer: coarse) and (max-width: 1024px)`).matches;
  linkFlow.begin({ page, isOwnWindow: !isSmall }); // Before opening, because the popup starts with a copy of it
  const popup = isSmall ? null : openPopup(windowName, windowSizes[kind]);
  linkFlow.begin({ page, isOwnWindow: false });
  return popup;
}

class NoAddress extends Error {}

function isWebAddress(text: string): boolean {
  return ["http:", "https:"].includes(URL.parse(text)?.protocol ?? "");
}

function failureOf(error: unknown): StartFailure {
  if (error instanceof NoAddress) return { kind: "noAddress", message: null };
  if (isNetworkError(error)) return { kind: "network", message: null };
  return { kind: "server", message: errorMessage(error, "") || null };
}

const checkIntervalMs = 500;

/** `closed`: probably by the user. `overdue`: by this page, after ten minutes. */
type WindowState = "none" | "open" | "closed" | "overdue";

/** Tracks the exchange popup. `onOutcome` receives its outcome: null, or the error message. */
function useExchangeWindow(onOutcome: (problem: string | null) => void) {
  const [opened, setOpened] = useState<Window | null>(null);
  const [state, setState] = useState<WindowState>("none");
  const notify = useEffectEvent(onOutcome);

  useEffect(() => {
    if (opened === null) return;
    const end = (next: WindowState) => {
      setOpened(null);
      setState(next);
    };
    const onMessage = (event: MessageEvent<unknown>) => {
      const message = readLinkMessage(event, opened);
      if (message === null) return;
      end("none");
      notify(message.problem);
    };
    window.addEventListener("message", onMessage);
    const look = setInterval(() => opened.closed && end("closed"), checkIntervalMs);
    const limit = setTimeout(() => {
      opened.close();
      end("overdue");
    }, limits.walletWindowSeconds * 1_000);
    return () => {
      window.removeEventListener("message", onMessage);
      clearInterval(look);
      clearTimeout(limit);
    };
  }, [opened]);

  return {
    state,
    follow: (next: Window) => {
      setOpened(next);
      setState("open");
    },
    /** Brings the popup to the front. Returns false if none is open. */
    bringBack: (): boolean => {
      if (opened === null || opened.closed) return false;
      opened.focus();
      return true;
    },
    forget: () => {
      setOpened(null);
      setState("none");
    },
  };
}
