import { type ComponentType, type ReactNode, useEffect, useState } from "react";
import { toSay } from "./toast-manager.ts";

const touches = ["pointerdown", "keydown"] as const;

/**
 * Put once around the product; `toast.success` and `toast.failure` of `toast-manager.ts` then work from anywhere. What shows them is fetched
 * at the first press of a key or a pointer: nearly nothing is said before, and it is there when the network no longer is.
 */
export function ToastArea({ children }: { children: ReactNode }) {
  const [List, setList] = useState<ComponentType | null>(null);
  useEffect(() => {
    if (List) return undefined;
    const load = () =>
      void import("./toast-list.tsx").then(
        ({ ToastList }) => setList(() => ToastList),
        () => undefined, // tried again at the next touch
      );
    const stop = toSay.subscribe(load);
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
