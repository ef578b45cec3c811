import { centsToUsdcUnits } from "@hearth/domain/money";
import { WalletAgainst } from "../../../features/payments/wallet-against.tsx";
import { Text } from "../../../ui/typography.tsx";
import styles from "./statement.module.css";

/** The next payment: the amount owed, the next rent, or the usual payment. */
type NextPayment = "owed" | "rent" | "usual";

export const nextWords = { owed: "what you owe", rent: "your next rent", usual: "the same again" } as const;

export interface WalletFactProps {
  /** Amount of the next payment in cents, or null if nothing was paid or charged yet. */
  next: number | null;
  nextIs: NextPayment;
}

/** Placeholder of the wallet's balance. Reserves its space, so that nothing beside it shifts. */
export function WalletFactShape({ next, nextIs }: WalletFactProps) {
  return (
    <>
      <div className={styles.top}>
        <span className={styles.units}>
          – <Text as="span">USDC</Text>
        </span>
      </div>
      <Text size="note" muted>
        In your wallet
        {next !== null && (
          <span className={styles.unknown}>, enough for {nextIs === "usual" ? "10 payments like this" : nextWords[nextIs]}</span>
        )}
      </Text>
      {next !== null && <WalletAgainst balance={undefined} requestedUnits={centsToUsdcUnits(next)} label={nextWords[nextIs]} />}
    </>
  );
}
