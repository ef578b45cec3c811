import { limits } from "@hearth/domain/limits";
import { formatUsd } from "@hearth/domain/money";
import { Landmark } from "lucide-react";
import { Note } from "../../../ui/note.tsx";

/** For larger amounts: how USDC for them is bought best. Nothing up to the limit. */
export function AchNote({ cents }: { cents: number | null }) {
  if (cents === null || cents <= limits.achGuidanceAboveCents) return null;
  const limit = formatUsd(limits.achGuidanceAboveCents).replace(/\.00$/, "");
  return (
    <Note icon={Landmark} title={`Above ${limit}, a bank transfer (ACH) is the way to add funds`}>
      If your wallet already holds {formatUsd(cents).slice(1)} USDC there is nothing to do. If you buy USDC for this payment, choose your
      bank account: card purchases are limited, and a transfer can take some days to clear.
    </Note>
  );
}
