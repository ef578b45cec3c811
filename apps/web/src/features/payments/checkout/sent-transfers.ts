/** A transfer that a wallet in this browser has sent for a payment, until the server has seen it. */
export interface SentTransfer {
  txHash: `0x${string}`;
  /** Milliseconds since 1970. */
  sentAt: number;
}

const prefix = "sentTransfer.";

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
    const { txHash, sentAt }: Partial<Record<keyof SentTransfer, unknown>> = JSON.parse(text);
    return isHash(txHash) && typeof sentAt === "number" ? { txHash, sentAt } : null;
  } catch {
    return null;
  }
}

function isHash(value: unknown): value is `0x${string}` {
  return typeof value === "string" && value.startsWith("0x");
}
