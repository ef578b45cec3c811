import { ordinal } from "@hearth/domain/rent/due-day";
import { trpc } from "../../../lib/trpc.ts";
import { Bead } from "../../../ui/bead.tsx";
import { Heading, Text, VisuallyHidden } from "../../../ui/typography.tsx";
import { ribbonMonths, type RibbonMonth } from "./figures.ts";
import styles from "./statement.module.css";

/** Payments read for the twelve months. A household with more than this shows only its newest. */
const newest = 200;

/** Shows the last twelve months, each with the engraving and the day of its largest payment. */
export function Ribbon({ months }: { months: readonly string[] }) {
  const { data } = trpc.payments.list.useQuery({ limit: newest });
  const ribbon = ribbonMonths(months, data?.items ?? []);
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
  const first = new Date(`${month}-01T00:00:00Z`);
  const name = (length: "short" | "long") => first.toLocaleDateString("en-US", { month: length, timeZone: "UTC" });
  return (
    <>
      <b>{name("short")}</b>
      <span className={styles.day}>
        {day === null ? "–" : ordinal(day)}
        <VisuallyHidden>{day === null ? "nothing paid" : hash === null ? "pending" : "paid"}</VisuallyHidden>
      </span>
    </>
  );
}
