import { centsToUsdcUnits } from "@hearth/domain/money";
import { WalletAgainst } from "../../../features/payments/wallet-against.tsx";
import { Text } from "../../../ui/typography.tsx";
import styles from "./statement.module.css";

/** What is owed, the rent that is charged next, or the usual payment. */
type NextPayment = "owed" | "rent" | "usual";

export const nextWords = { owed: "what you owe", rent: "your next rent", usual: "the same again" } as const;

export interface WalletFactProps {
  /** What is to be paid next, in cents; null where nothing has been paid or asked for yet. */
  next: number | null;
  /** What that is. */
  nextIs: NextPayment;
}

/** The room of what the linked wallet holds, while that is not known: what stands beside it must not move when it comes. */
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
      {next !== null && <WalletAgainst balance={undefined} asked={centsToUsdcUnits(next)} label={nextWords[nextIs]} />}
    </>
  );
}
