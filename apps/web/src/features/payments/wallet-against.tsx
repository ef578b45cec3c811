import { formatUsdc } from "@hearth/domain/money";
import { DimensionLine } from "../../ui/dimension-line.tsx";

interface WalletAgainstProps {
  /** Balance in USDC base units. Undefined reserves the space until it is known. */
  balance: bigint | undefined;
  /** The amount to pay, in base units. */
  requestedUnits: bigint;
  /** Label of the amount: "this payment". */
  label: string;
}

/** Shows a wallet's balance against an amount, to scale: what would be left, or what is missing. */
export function WalletAgainst({ balance, requestedUnits, label }: WalletAgainstProps) {
  const part = (units: bigint, name: string, kind: "hatched" | "plain" | "missing") => ({
    length: Number(units),
    value: formatUsdc(units),
    label: name,
    kind,
  });
  if (balance === undefined) {
    return (
      <DimensionLine
        parts={[part(requestedUnits, label, "hatched"), part(requestedUnits * 9n + 1_000_000n, "left after", "plain")]}
        unseen
      />
    );
  }
  const parts =
    balance < requestedUnits
      ? [part(balance, "in your wallet", "hatched"), part(requestedUnits - balance, "too little", "missing")]
      : [part(requestedUnits, label, "hatched"), part(balance - requestedUnits, "left after", "plain")];
  return <DimensionLine parts={parts} />;
}

/** Says by how much a wallet is short of an amount, both in USDC base units. */
export function shortBy(balance: bigint, requestedUnits: bigint): string {
  const missing = formatUsdc(requestedUnits - balance);
  return `You have ${formatUsdc(balance)} USDC; you need ${formatUsdc(requestedUnits)}. Add ${missing}, or pay another way.`;
}
