import { formatUsd } from "@hearth/domain/money";
import type { Outputs } from "../../../lib/trpc.ts";
import { Figure, Stat, Stats } from "../../../ui/stats.tsx";
import { centsOf } from "../../../kit/cents.ts";
import { useMerchantStats } from "../use-merchant-stats.ts";
import styles from "./disputes.module.css";

type Totals = Outputs["merchant"]["disputeTotals"];

/** What is open and what was decided, within the days that are listed. */
export function DisputeStats({ totals }: { totals: Totals | undefined }) {
  const urgent = useMerchantStats().data?.urgentDisputes;
  const figure = (count: number | undefined) => <Figure>{count?.toLocaleString("en-US") ?? <>&nbsp;</>}</Figure>;
  const about = (amount: number | undefined, word: string) => (amount === undefined ? null : `${formatUsd(centsOf(amount))} ${word}`);
  return (
    <div className={styles.stats}>
      <Stats>
        <Stat
          label="Open"
          value={figure(totals?.open.count)}
          note={[about(totals?.open.amount, "disputed"), urgent ? `${urgent} of high urgency` : null].filter(Boolean).join(", ")}
        />
        <Stat label="Closed" value={figure(totals?.closed.count)} note={about(totals?.closed.amount, "disputed")} />
        <Stat label="Approved" value={figure(totals?.approved.count)} note={totals && owedText(totals.owed)} />
        <Stat label="Denied" value={figure(totals?.denied.count)} note={about(totals?.denied.amount, "disputed")} />
      </Stats>
    </div>
  );
}

function owedText({ count, amount }: Totals["owed"]): string {
  return count === 0 ? "Nothing to refund" : `${formatUsd(centsOf(amount))} still to refund`;
}
