import { formatUsdc } from "@hearth/domain/money";
import { DimensionLine } from "../../ui/dimension-line.tsx";

interface WalletAgainstProps {
  /** Balance in USDC base units. Undefined reserves the space until it is known. */
  balance: bigint | undefined;
  /** The amount to pay, in base units. */
  asked: bigint;
  /** Label of the amount: "this payment". */
  label: string;
}

/** Shows a wallet's balance against an amount, to scale: what would be left, or what is missing. */
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
