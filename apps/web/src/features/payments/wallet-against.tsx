import { formatUsdc } from "@hearth/domain/money";
import { DimensionLine } from "../../ui/dimension-line.tsx";

interface WalletAgainstProps {
  /** What the wallet holds, in USDC base units; undefined while it is not known, when its room is kept. */
  balance: bigint | undefined;
  /** What is asked of it. */
  asked: bigint;
  /** What is asked: "this payment". */
  label: string;
}

/** A wallet's balance against a sum, to scale: what would be left, or what is missing. */
export function WalletAgainst({ balance, asked, label }: WalletAgainstProps) {
  const part = (units: bigint, name: string, kind: "hatched" | "plain" | "missing") => ({
    length: Number(units),
    value: formatUsdc(units),
    label: name,
    kind,
  });
  if (balance === undefined) {
    return <DimensionLine parts={[part(asked, label, "hatched"), part(asked * 9n + 1_000_000n, "left after", "plain")]} unseen />;
  }
  const parts =
    balance < asked
      ? [part(balance, "in your wallet", "hatched"), part(asked - balance, "too little", "missing")]
      : [part(asked, label, "hatched"), part(balance - asked, "left after", "plain")];
  return <DimensionLine parts={parts} />;
}
