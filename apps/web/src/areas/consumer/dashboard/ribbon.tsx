import { ordinal } from "@hearth/domain/rent/due-day";
import { type Outputs, trpc } from "../../../lib/trpc.ts";
import { Bead } from "../../../ui/bead.tsx";
import { Heading, Text, VisuallyHidden } from "../../../ui/typography.tsx";
import { ribbonMonths, type RibbonMonth } from "./figures.ts";
import styles from "./statement.module.css";

/** Payments read for the twelve months. A household with more than this shows only its newest. */
const newest = 200;

/** Shows the last twelve months, each with the engraving and the day of its largest payment. */
export function Ribbon({ months, leases = [] }: { months: readonly string[]; leases?: Outputs["rent"]["mine"] | undefined }) {
  const { data } = trpc.payments.list.useQuery({ limit: newest });
  const paidMonths = leases.flatMap((lease) => lease.paidMonths);
  const ribbon = ribbonMonths(months, data?.items ?? [], paidMonths);
  const paid = ribbon.filter(({ hash }) => hash !== null).length;
  return (
    <section className={styles.year}>
      <div className={styles.top}>
        <Heading>Last 12 months</Heading>
        <Text size="note" muted>
          {data && `${paid} of 12 with a payment`}
        </Text>
      </div>
      <ol className={styles.ribbon}>
        {ribbon.map((month) => (
          <li key={month.month}>
            <Bead hash={month.hash} blank={month.day === null ? "empty" : "hatched"} />
            <Month {...month} />
          </li>
        ))}
      </ol>
    </section>
  );
}

function Month({ month, hash, day }: RibbonMonth) {
  return (
    <>
      <b>{monthName(month)}</b>
      <span className={styles.day}>
        {day === null ? "–" : dayIn(month, day)}
        <VisuallyHidden>{day === null ? "nothing paid" : hash === null ? "pending" : "paid"}</VisuallyHidden>
      </span>
    </>
  );
}

/** Returns the short name of a month, `Nov`. */
function monthName(month: string): string {
  return new Date(`${month}-01T00:00:00Z`).toLocaleDateString("en-US", { month: "short", timeZone: "UTC" });
}

/** Returns `1st` for a day of that month, and `Nov 27` for a day of another one. */
function dayIn(month: string, day: string): string {
  const number = Number(day.slice(8));
  return day.startsWith(month) ? ordinal(number) : `${monthName(day.slice(0, 7))} ${number}`;
}
