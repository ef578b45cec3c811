import { type ComponentType, type ReactNode, useEffect, useState } from "react";
import { toastQueue } from "./toast-manager.ts";

const touches = ["pointerdown", "keydown"] as const;

/**
 * Wraps the app once; then `toast.success` and `toast.failure` of `toast-manager.ts` work anywhere.
 * Loads the toast list on the first key or pointer press. Few messages come earlier, and the list is then available offline.
 */
export function ToastArea({ children }: { children: ReactNode }) {
  const [List, setList] = useState<ComponentType | null>(null);
  useEffect(() => {
    if (List) return undefined;
    const load = () =>
      void import("./toast-list.tsx").then(
        ({ ToastList }) => setList(() => ToastList),
        () => undefined, // Retried on the next press
      );
    const stop = toastQueue.subscribe(load);
    for (const touch of touches) window.addEventListener(touch, load, { passive: true });
    return () => {
      stop();
      for (const touch of touches) window.removeEventListener(touch, load);
    };
  }, [List]);
  return (
    <>
      {children}
      {List && <List />}
    </>
  );
}
