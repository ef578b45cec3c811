import { limits } from "@hearth/domain/limits";
import { formatUsd } from "@hearth/domain/money";
import { Landmark } from "lucide-react";
import { trpc } from "../../../lib/trpc.ts";
import { Note } from "../../../ui/note.tsx";

const bankWords = {
  linked: "A bank account is linked to your Coinbase account.",
  missing: "No bank account is linked to your Coinbase account yet; link one there first.",
};

const minuteMs = 60_000;

/** For larger amounts: how USDC for them is bought best, and whether a bank account is there for it. Nothing up to the limit. */
export function AchNote({ cents }: { cents: number | null }) {
  const isLarge = cents !== null && cents > limits.achGuidanceAboveCents;
  const { data } = trpc.exchange.paymentMethods.useQuery(undefined, { enabled: isLarge, staleTime: minuteMs, retry: false });
  if (!isLarge) return null;
  const limit = formatUsd(limits.achGuidanceAboveCents).replace(/\.00$/, "");
  return (
    <Note icon={Landmark} title={`Above ${limit}, a bank transfer (ACH) is the way to add funds`}>
      If your wallet already holds {formatUsd(cents).slice(1)} USDC there is nothing to do. If you buy USDC for this payment, choose your
      bank account: card purchases are limited, and a transfer can take some days to clear.
      {data && "hasBankAccount" in data && ` ${bankWords[data.hasBankAccount ? "linked" : "missing"]}`}
    </Note>
  );
}
