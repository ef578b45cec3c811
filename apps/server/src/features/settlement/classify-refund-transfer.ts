import { sameAddress } from "@hearth/chain/addresses";
import type { ObservedTransfer } from "@hearth/chain/observed-transfer";
import { centsToUsdcUnits } from "@hearth/domain/money";
import type { RefundProblem } from "@hearth/domain/refunds/problems";
import type { RefundRow } from "../ledger/refunds.repo.ts";
import type { TransferRow } from "../ledger/transfers.repo.ts";

/**
 * What is odd about a transfer that carries a refund's binding, by itself; null for exactly what was asked.
 * @param isOwn whether it left a wallet where the merchant is paid or was paid once.
 */
export function problemOf(
  observed: Pick<ObservedTransfer, "to" | "usdcUnits">,
  refund: Pick<RefundRow, "toAddress" | "amountCents">,
  isOwn: boolean,
): RefundProblem | null {
  const due = centsToUsdcUnits(refund.amountCents);
  if (!isOwn) return "foreignWallet";
  if (!sameAddress(observed.to, refund.toAddress)) return "wrongAddress";
  if (observed.usdcUnits < due) return "short";
  return observed.usdcUnits > due ? "over" : null;
}

/** A transfer that went back to the payer, with what is odd about it among the others of its refund. */
export interface Classified {
  transfer: TransferRow;
  problem: RefundProblem | null;
}

/**
 * What the transfers of a refund that went back to the payer mean together, given in the chain's order: the first that is enough completes it,
 * what is less before that is short, and everything after it was sent again.
 */
export function classifyTogether(
  given: readonly TransferRow[],
  amountCents: number,
): { completing: TransferRow | null; classified: Classified[] } {
  const due = centsToUsdcUnits(amountCents);
  const place = given.findIndex(({ usdcUnits }) => usdcUnits >= due);
  const classified = given.map((transfer, index): Classified => {
    if (place !== -1 && index > place) return { transfer, problem: "duplicate" };
    if (index !== place) return { transfer, problem: "short" };
    return { transfer, problem: transfer.usdcUnits > due ? "over" : null };
  });
  return { completing: given[place] ?? null, classified };
}

/** How many base units of each transfer are money of the payment that went back: what came in for it is used up in the chain's order. */
export function allotReturns(creditedUnits: bigint, given: readonly TransferRow[]): Map<string, bigint> {
  let left = creditedUnits;
  return new Map(
    given.map(({ id, usdcUnits }) => {
      const units = usdcUnits < left ? usdcUnits : left;
      left -= units;
      return [id, units];
    }),
  );
}
