import type { LateFee } from "@hearth/domain/rent/late-fee";
import type { LeaseTermsRow } from "../rows/lease-rows.repo.ts";

type LateFeeRow = Pick<LeaseTermsRow, "lateFeeKind" | "lateFeeAmount" | "lateFeeRepeats" | "lateFeeCapCents">;

/** The late fee of these terms, or null where they have none. */
export function lateFeeOf({ lateFeeKind, lateFeeAmount, lateFeeRepeats, lateFeeCapCents }: LateFeeRow): LateFee | null {
  if (lateFeeKind === null || lateFeeAmount === null || lateFeeRepeats === null) return null;
  return { kind: lateFeeKind, amount: lateFeeAmount, repeats: lateFeeRepeats, capCents: lateFeeCapCents };
}
