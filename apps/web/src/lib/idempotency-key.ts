import { useRef } from "react";

/** A new idempotency key: a repeated call with it gets the first answer instead of a second effect. */
function newIdempotencyKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(18));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

/**
 * Gives the same idempotency key as long as the same content is sent, so that a second try after a lost answer changes nothing twice;
 * other content gets another key. `done` ends a key once its answer is known.
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
