import { useEffect, useEffectEvent, useState } from "react";
import { limits } from "@hearth/domain/limits";
import { createPopupWindow } from "../../../lib/popup-window.ts";

/** How often it is looked whether the window is still there; browsers tell nobody. */
const lookMs = 500;

/** Where the onramp's window is; what came of it only the network shows. */
export type OnrampWindowState = "ready" | "opening" | "open" | "blocked" | "closed";

interface OnrampWindowOptions {
  /** Makes a session at the onramp; each is good for one window. */
  start: () => Promise<{ onrampUrl: string }>;
  onFailure?: (error: unknown) => void;
  /** The window is gone, or somebody came back in it: it is time to look. */
  onReturn: () => void;
}

/** Opens the onramp's window and follows it. A window that was prepared on the page before is taken over. */
export function useOnrampWindow({ start, onFailure, onReturn }: OnrampWindowOptions) {
  const [state, setState] = useState<OnrampWindowState>("ready");
  const [blockedUrl, setBlockedUrl] = useState<string | null>(null);

  async function begin(): Promise<void> {
    setState("opening");
    try {
      const { onrampUrl } = await start();
      const isShown = onrampWindow.show(onrampUrl);
      setBlockedUrl(isShown ? null : onrampUrl);
      setState(isShown ? "open" : "blocked");
    } catch (error) {
      onrampWindow.close();
      setState("ready");
      onFailure?.(error);
    }
  }

  const takeOver = useEffectEvent(() => {
    if (onrampWindow.takePrepared()) void begin();
  });
  const look = useEffectEvent(() => {
    if (onrampWindow.isOpen()) return;
    setState("closed");
    onReturn();
  });

  useEffect(() => takeOver(), []);
  useEffect(() => {
    if (state !== "open") return;
    const timer = setInterval(() => look(), lookMs);
    return () => clearInterval(timer);
  }, [state]);
  useOnrampReturn(onReturn);

  return {
    state,
    /** The session's address, while the browser has blocked its window. */
    blockedUrl,
    /** Within a click. */
    open: () => {
      onrampWindow.prepare();
      onrampWindow.takePrepared();
      void begin();
    },
    /** The link to a blocked window was followed. */
    followed: () => setState("closed"),
  };
}

/** The window in which people buy USDC by card or from their bank. */
export const onrampWindow = createPopupWindow("hearth-onramp", limits.checkoutPopup);

/**
 * The pages of this origin hear each other here. The window that comes back may have lost its opener on the way through the onramp's pages,
 * so it tells all of them; nothing is believed of it but that it is time to ask the server.
 */
const channelName = "hearth.onramp";

/** Tells every page of this browser that somebody came back from the onramp. */
export function tellOfReturn(): void {
  const channel = new BroadcastChannel(channelName);
  channel.postMessage("returned");
  channel.close();
}

/** Hears when somebody comes back from the onramp in another window. */
export function useOnrampReturn(onReturn: () => void): void {
  const hear = useEffectEvent(onReturn);
  useEffect(() => {
    const channel = new BroadcastChannel(channelName);
    channel.addEventListener("message", () => hear());
    return () => channel.close();
  }, []);
}
