import { sameAddress } from "@hearth/chain/addresses";
import type { ObservedTransfer } from "@hearth/chain/observed-transfer";
import type { RefundProblem } from "@hearth/domain/refunds/problems";
import type { RefundRow } from "../../ledger/refunds.repo.ts";
import type { TransferRow } from "../../ledger/transfers.repo.ts";

/**
 * What is odd about a transfer that carries a refund's binding, by itself; null for exactly what was asked.
 * @param isOwn whether it left a wallet where the merchant is or was paid, or one that it has proven to refund from.
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

/** A transfer that went back, with what is odd about it among the others of its refund. */
export interface Classified {
  transfer: TransferRow;
  problem: RefundProblem | null;
}

/**
 * What the transfers that went back for a refund mean together, given in the chain's order: the first that is enough completes it, what is less before that is short, and everything after it was sent again.
 */
export function classifyTogether(given: readonly TransferRow[], due: bigint): { completing: TransferRow | null; classified: Classified[] } {
  const place = given.findIndex(({ usdcUnits }) => usdcUnits >= due);
  const classified = given.map((transfer, index): Classified => {
    if (place !== -1 && index > place) return { transfer, problem: "duplicate" };
    if (index !== place) return { transfer, problem: "short" };
    return { transfer, problem: transfer.usdcUnits > due ? "over" : null };
  });
  return { completing: given[place] ?? null, classified };
}

/** How many base units of each transfer are money that had come in and went back: what came in is used up in the chain's order. */
export function allotReturns(cameIn: bigint, given: readonly TransferRow[]): Map<string, bigint> {
  let left = cameIn;
  return new Map(
    given.map(({ id, usdcUnits }) => {
      const units = usdcUnits < left ? usdcUnits : left;
      left -= units;
      return [id, units];
    }),
  );
}
