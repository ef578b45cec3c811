import { sameAddress } from "@hearth/chain/addresses";
import type { ObservedTransfer } from "@hearth/chain/observed-transfer";
import { centsToUsdcUnits } from "@hearth/domain/money";
import type { RefundProblem } from "@hearth/domain/refunds/problems";
import type { RefundRow } from "./refunds.repo.ts";

/**
 * What is odd about a transfer that carries a refund's binding; null for exactly what was asked. Only one without a problem and one that is
 * `over` pay the refund.
 * @param wallets where the merchant is paid or was paid once.
 */
export function problemOf(
  observed: ObservedTransfer,
  refund: Pick<RefundRow, "toAddress" | "amountCents" | "status">,
  wallets: readonly `0x${string}`[],
): RefundProblem | null {
  const due = centsToUsdcUnits(refund.amountCents);
  if (!wallets.some((wallet) => sameAddress(wallet, observed.from))) return "foreignWallet";
  if (!sameAddress(observed.to, refund.toAddress)) return "wrongAddress";
  if (refund.status === "completed") return "duplicate";
  if (observed.usdcUnits < due) return "short";
  return observed.usdcUnits > due ? "over" : null;
}
