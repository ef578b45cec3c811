import { useEffect, useEffectEvent, useState } from "react";
import { limits } from "@hearth/domain/limits";
import { createPopupWindows } from "../../../lib/popup-window.ts";

/** Interval for checking whether the window is still open, because browsers send no event. */
const checkIntervalMs = 500;

/** State of the onramp's window. It says nothing about the purchase itself, which only the network shows. */
export type OnrampWindowState = "ready" | "opening" | "open" | "blocked" | "closed";

interface OnrampWindowOptions {
  /** The payment or checkout that the purchase is for. It has one window. */
  subject: string;
  /** Creates an onramp session. Each session is valid for one window. */
  start: () => Promise<{ onrampUrl: string }>;
  onFailure?: (error: unknown) => void;
  /** Called when the window is closed, or when its user returns to Hearth, to check for the money. */
  onReturn: () => void;
}

/** Opens the onramp's window and follows its state. Takes over a window that the previous page opened. */
export function useOnrampWindow({ subject, start, onFailure, onReturn }: OnrampWindowOptions) {
  const [state, setState] = useState<OnrampWindowState>(() => (onrampWindows.isOpen(subject) ? "open" : "ready"));
  const [blockedUrl, setBlockedUrl] = useState<string | null>(null);

  async function begin(): Promise<void> {
    setState("opening");
    try {
      const { onrampUrl } = await start();
      const isShown = onrampWindows.show(subject, onrampUrl);
      setBlockedUrl(isShown ? null : onrampUrl);
      setState(isShown ? "open" : "blocked");
    } catch (error) {
      onrampWindows.drop();
      setState("ready");
      onFailure?.(error);
    }
  }

  const takeOver = useEffectEvent(() => {
    if (onrampWindows.takePrepared()) void begin();
  });
  const look = useEffectEvent(() => {
    if (onrampWindows.isOpen(subject)) return;
    setState("closed");
    onReturn();
  });

  useEffect(() => takeOver(), []);
  useEffect(() => {
    if (state !== "open") return;
    const timer = setInterval(() => look(), checkIntervalMs);
    return () => clearInterval(timer);
  }, [state]);
  useOnrampReturn(onReturn);

  return {
    state,
    /** Address of the session while the browser blocks its window. */
    blockedUrl,
    /** Opens the window, or brings the open one to the front. Must be called within a click. */
    open: () => {
      if (onrampWindows.focus(subject)) return setState("open");
      onrampWindows.prepare();
      onrampWindows.takePrepared();
      void begin();
    },
    focus: () => void onrampWindows.focus(subject),
    close: () => onrampWindows.close(subject),
    /** Call when the link to a blocked window was followed. */
    followed: () => setState("closed"),
  };
}

/** Popups of the onramp, by the payment or checkout that the purchase is for. */
export const onrampWindows = createPopupWindows("hearth-onramp", limits.checkoutPopup);

/**
 * Broadcast channel for all pages of this origin. The returning window may have lost its opener on the onramp's pages, so it notifies every
 * page.
 * A message only triggers a request to the server; its content is not trusted.
 */
const channelName = "hearth.onramp";

/** Notifies every page of this browser that the user returned from the onramp. */
export function notifyOnrampReturn(): void {
  const channel = new BroadcastChannel(channelName);
  channel.postMessage("returned");
  channel.close();
}

/** Calls `onReturn` when the user returns from the onramp in another window. */
export function useOnrampReturn(onReturn: () => void): void {
  const notify = useEffectEvent(onReturn);
  useEffect(() => {
    const channel = new BroadcastChannel(channelName);
    channel.addEventListener("message", () => notify());
    return () => channel.close();
  }, []);
}
