/** Time in which a wallet must be ready. Later, the merchant presses again: a wallet must not open unexpectedly. */
const patienceMs = 120_000;

const asked = new Map<string, number>();

/**
 * Refunds that were started by pressing a button of this window, and that its wallet sends without a second press. Each is sent so at most
 * once: after a refusal by the wallet, its button sends it.
 */
export const sendAtOnce = {
  ask(refundId: string, now = Date.now()): void {
    asked.set(refundId, now);
  },
  /** True the first time after `ask`, unless that was too long ago. */
  take(refundId: string, now = Date.now()): boolean {
    const at = asked.get(refundId);
    asked.delete(refundId);
    return at !== undefined && now - at <= patienceMs;
  },
};
