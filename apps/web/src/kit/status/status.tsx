import { accountStatuses } from "@hearth/domain/auth/roles";
import { cx } from "../../ui/cx.ts";
import { Icon } from "../../ui/icon.tsx";
import { statusLooks, type StatusLook } from "./status-map.ts";
import styles from "./status.module.css";

type Looks = typeof statusLooks;

/** Irregularity or refund of a payment's money, shown muted beside the status. */
export type Odd = "late" | "over" | "short" | "unmatched" | "owed" | "refunded" | "partRefunded";

const oddWords: Record<Odd, string> = {
  late: "Late",
  over: "Over",
  short: "Short",
  unmatched: "Unmatched",
  owed: "Owed",
  refunded: "Refunded",
  partRefunded: "Part refunded",
};

export type StatusProps = {
  [Kind in keyof Looks]: {
    /** Kind of status. */
    kind: Kind;
    value: keyof Looks[Kind];
  };
}[keyof Looks] & {
  odd?: Odd | undefined;
  /** Text after the status: "High, 9 days". */
  suffix?: string | undefined;
  /** Makes a settled status strong too, if it is the main content of the screen. */
  strong?: boolean;
};

function lookOf({ kind, value }: Pick<StatusProps, "kind" | "value">): StatusLook {
  const looks: Record<string, StatusLook> = statusLooks[kind];
  return looks[value] ?? statusLooks.payment.pending;
}

/** A status as icon and word in its tone. The only component that shows statuses. */
export function Status({ odd, suffix, strong, ...status }: StatusProps) {
  const look = lookOf(status);
  const mark = (
    <span className={cx(styles.status, look.tone !== "neutral" && styles[look.tone], (strong ?? look.strong) && styles.strong)}>
      <Icon icon={look.icon} size={15} />
      {suffix ? `${look.label}, ${suffix}` : look.label}
    </span>
  );
  if (!odd) return mark;
  return (
    <span className={styles.group}>
      {mark}
      <span className={styles.odd}>{oddWords[odd]}</span>
    </span>
  );
}

/** Options of a select with the statuses of an account or a merchant. */
export function StatusOptions() {
  return accountStatuses.map((value) => (
    <option key={value} value={value}>
      {statusLooks.account[value].label}
    </option>
  ));
}
