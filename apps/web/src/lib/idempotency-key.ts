import { useRef } from "react";

/** Creates an idempotency key. A repeated call with the same key returns the first result without a second effect. */
function newIdempotencyKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(18));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

/**
 * Returns the same key while the content stays the same, so that a retry has no second effect. Other content gets a new key.
 * Call `done` once the result is known.
 */
export function useIdempotencyKey(): { keyFor: (content: unknown) => string; done: () => void } {
  const current = useRef<{ content: string; key: string } | null>(null);
  return {
    keyFor: (content) => {
      const text = JSON.stringify(content);
      if (current.current?.content !== text) current.current = { content: text, key: newIdempotencyKey() };
      return current.current.key;
    },
    done: () => {
      current.current = null;
    },
  };
}
