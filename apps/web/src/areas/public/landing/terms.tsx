import styles from "./landing.module.css";

const terms = [
  ["A payment", "$1.00 to $10,000.00"],
  ["In", "USDC on Base"],
  ["Completed", "Once the chain confirms it"],
  ["Dispute", "Within 90 days"],
] as const;

/** The terms in one line, closed as a ledger is. */
export function Terms() {
  return (
    <dl className={styles.terms}>
      {terms.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
