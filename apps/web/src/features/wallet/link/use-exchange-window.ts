import { limits } from "@hearth/domain/limits";
import { useEffect, useEffectEvent, useState } from "react";
import { readLinkMessage } from "./link-flow.ts";

const lookMs = 500;

/** `closed`: by the person, or so it seems from here; `overdue`: by this page, after ten minutes. */
export type WindowState = "none" | "open" | "closed" | "overdue";

/** Follows the window in which somebody is at the exchange; `onTold` hears what it says at its end: null, or what went wrong. */
export function useExchangeWindow(onTold: (problem: string | null) => void) {
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
