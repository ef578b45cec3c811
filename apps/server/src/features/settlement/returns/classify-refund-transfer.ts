import { sameAddress } from "@hearth/chain/addresses";
import type { ObservedTransfer } from "@hearth/chain/observed-transfer";
import type { RefundProblem } from "@hearth/domain/refunds/problems";
import type { RefundRow } from "../../ledger/refunds.repo.ts";
import type { TransferRow } from "../../ledger/transfers.repo.ts";

/**
 * Returns the problem of a transfer with a refund's binding, judged alone; null when it is exactly right.
 *
 * @param isOwn the money left a wallet where the merchant is or was paid, or one proven for refunds.
 */
export function problemOf(
  observed: Pick<ObservedTransfer, "to" | "usdcUnits">,
  refund: Pick<RefundRow, "toAddress" | "usdcUnits">,
  isOwn: boolean,
): RefundProblem | null {
  if (!isOwn) return "foreignWallet";
  if (!sameAddress(observed.to, refund.toAddress)) return "wrongAddress";
  if (observed.usdcUnits < refund.usdcUnits) return "short";
  return observed.usdcUnits > refund.usdcUnits ? "over" : null;
}

/** A returned transfer, with its problem relative to the refund's other transfers. */
export interface Classified {
  transfer: TransferRow;
  problem: RefundProblem | null;
}

/**
 * Classifies a refund's transfers, in chain order. The first that is enough completes the refund. Smaller ones before it are short, and all
 * later ones are duplicates.
 */
export function classifyTogether(
  returns: readonly TransferRow[],
  due: bigint,
): { completing: TransferRow | null; classified: Classified[] } {
  const place = returns.findIndex(({ usdcUnits }) => usdcUnits >= due);
  const classified = returns.map((transfer, index): Classified => {
    if (place !== -1 && index > place) return { transfer, problem: "duplicate" };
    if (index !== place) return { transfer, problem: "short" };
    return { transfer, problem: transfer.usdcUnits > due ? "over" : null };
  });
  return { completing: returns[place] ?? null, classified };
}

/** Maps each transfer to the base units that returned received money. The received units are allotted in chain order. */
export function allotReturns(receivedUnits: bigint, returns: readonly TransferRow[]): Map<string, bigint> {
  let remainingUnits = receivedUnits;
  return new Map(
    returns.map(({ id, usdcUnits }) => {
      const units = usdcUnits < remainingUnits ? usdcUnits : remainingUnits;
      remainingUnits -= units;
      return [id, units];
    }),
  );
}
