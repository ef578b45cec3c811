import { limits } from "@hearth/domain/limits";
import { useState, useEffect, useEffectEvent } from "react";
import { errorMessage, isNetworkError } from "../../../lib/api-error.ts";
import { openPopup } from "../../../lib/popup-window.ts";
import { stepUp } from "../../../lib/step-up.ts";
import { trpc } from "../../../lib/trpc.ts";
import { linkFlow, readLinkMessage } from "./link-flow.ts";

const windowName = "hearth-exchange";
const windowSizes = { existing: limits.walletSignInPopup, new: limits.walletCreationPopup };

/** Signing in to an account that is there, or making one first. */
export type LinkKind = keyof typeof windowSizes;

/** Why the way to the exchange could not begin; the server's sentence where it had one. */
export interface StartFailure {
  kind: "network" | "server" | "noAddress";
  message: string | null;
}

interface LinkOptions {
  /** The page to come back to where linking continues in this window. */
  page: string;
  /** The person is on the way: in the other window, or in a moment in this one. */
  onLeave: (kind: LinkKind) => Promise<void> | void;
  /** The other window says how it ended: null, or what went wrong. */
  onTold: (problem: string | null) => void;
}

/** Linking an account at the exchange: in a window of its own, or in this one where there can be no other. */
export function useLinkExchange({ page, onLeave, onTold }: LinkOptions) {
  const utils = trpc.useUtils();
  const initiate = trpc.exchange.initiateAuth.useMutation();
  const create = trpc.exchange.createWallet.useMutation();
  const [failure, setFailure] = useState<StartFailure | null>(null);
  const other = useExchangeWindow((problem) => {
    void utils.exchange.invalidate();
    onTold(problem);
  });

  const start = async (kind: LinkKind) => {
    let popup = openWindow(page, kind);
    setFailure(null);
    // Where the server asks who it is, the question stands in this window, and the other one would hide it.
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
      await utils.exchange.checkWallet.invalidate();
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

/** A window of its own, unless the browser blocks it or it is a phone or a small touch screen. Only within a click. */
function openWindow(page: string, kind: LinkKind): Window | null {
  const isSmall = window.matchMedia(`(max-width: ${limits.mobileMaxWidthPx}px), (pointer: coarse) and (max-width: 1024px)`).matches;
  linkFlow.begin({ page, isOwnWindow: !isSmall }); // first, because the new window begins with a copy of it
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

const lookMs = 500;

/** `closed`: by the person, or so it seems from here; `overdue`: by this page, after ten minutes. */
type WindowState = "none" | "open" | "closed" | "overdue";

/** Follows the window in which somebody is at the exchange; `onTold` hears what it says at its end: null, or what went wrong. */
function useExchangeWindow(onTold: (problem: string | null) => void) {
  const [opened, setOpened] = useState<Window | null>(null);
  const [state, setState] = useState<WindowState>("none");
  const tell = useEffectEvent(onTold);

  useEffect(() => {
    if (opened === null) return;
    const end = (next: WindowState) => {
      setOpened(null);
      setState(next);
    };
    const hear = (event: MessageEvent<unknown>) => {
      const message = readLinkMessage(event, opened);
      if (message === null) return;
      end("none");
      tell(message.problem);
    };
    window.addEventListener("message", hear);
    const look = setInterval(() => opened.closed && end("closed"), lookMs);
    const limit = setTimeout(() => {
      opened.close();
      end("overdue");
    }, limits.walletWindowSeconds * 1_000);
    return () => {
      window.removeEventListener("message", hear);
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
    bringBack: () => opened?.focus(),
    forget: () => {
      setOpened(null);
      setState("none");
    },
  };
}
