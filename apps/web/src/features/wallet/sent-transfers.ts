import type { ItemStore } from "../../lib/browser-store.ts";

/** A transfer that a wallet in this browser sent for a payment and that the server has not seen yet. */
export interface SentTransfer {
  txHash: `0x${string}`;
  /** Milliseconds since 1970. */
  sentAt: number;
}

const prefix = "sentTransfer.";

/**
 * Stores sent transfers, so that neither a reload nor a second tab offers to pay again before the chain shows the transfer.
 * The key is the payment and not the checkout's address, because the address is a secret.
 */
export function createSentTransfers(storage: ItemStore) {
  const listeners = new Set<() => void>();
  const notify = () => listeners.forEach((listener) => listener());
  const read = (paymentId: string): string | null => storage.getItem(prefix + paymentId);

  return {
    notify,
    subscribe(listener: () => void): () => void {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    /** Returns the stored text. Equal text means that nothing changed. */
    read,
    remember(paymentId: string, txHash: `0x${string}`, now: Date): void {
      storage.setItem(prefix + paymentId, JSON.stringify({ txHash, sentAt: now.getTime() }));
      notify();
    },
    forget(paymentId: string): void {
      if (read(paymentId) === null) return;
      storage.removeItem(prefix + paymentId);
      notify();
    },
  };
}

/** Parses a stored transfer. Returns null for any other text. */
export function parseSentTransfer(text: string | null): SentTransfer | null {
  if (text === null) return null;
  try {
    const { txHash, sentAt }: Partial<Record<keyof SentTransfer, unknown>> = JSON.parse(text);
    return isHash(txHash) && typeof sentAt === "number" ? { txHash, sentAt } : null;
  } catch {
    return null;
  }
}

function isHash(value: unknown): value is `0x${string}` {
  return typeof value === "string" && value.startsWith("0x");
}
