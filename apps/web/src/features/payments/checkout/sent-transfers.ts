import { z } from "zod";

/** A transfer that a wallet in this browser has sent for a payment, until the server has seen it. */
export interface SentTransfer {
  txHash: `0x${string}`;
  /** Milliseconds since 1970. */
  sentAt: number;
}

const prefix = "sentTransfer.";
const stored = z.object({ txHash: z.templateLiteral(["0x", z.string()]), sentAt: z.number() });

/**
 * Remembers what was sent, so that neither a reload nor a second tab offers to pay the same thing again before the chain shows it.
 * Kept by payment, since a checkout's address is a secret of its own.
 */
export function createSentTransfers(storage: Pick<Storage, "getItem" | "setItem" | "removeItem">) {
  const listeners = new Set<() => void>();
  const tell = () => listeners.forEach((listener) => listener());
  const read = (paymentId: string): string | null => storage.getItem(prefix + paymentId);

  return {
    tell,
    subscribe(listener: () => void): () => void {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    /** The stored text as it is: equal as long as nothing changed. */
    read,
    remember(paymentId: string, txHash: `0x${string}`, now: Date): void {
      storage.setItem(prefix + paymentId, JSON.stringify({ txHash, sentAt: now.getTime() }));
      tell();
    },
    forget(paymentId: string): void {
      if (read(paymentId) === null) return;
      storage.removeItem(prefix + paymentId);
      tell();
    },
  };
}

/** Reads a stored transfer back; anything else is none. */
export function parseSentTransfer(text: string | null): SentTransfer | null {
  if (text === null) return null;
  try {
    return stored.safeParse(JSON.parse(text)).data ?? null;
  } catch {
    return null;
  }
}
