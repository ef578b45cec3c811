import { CircleAlert, CircleCheck, Clock } from "lucide-react";
import { errorMessage } from "../../../lib/api-error.ts";
import { AppLink } from "../../../kit/links.tsx";
import { trpc, type Outputs } from "../../../lib/trpc.ts";
import { Button } from "../../../ui/button.tsx";
import { cx } from "../../../ui/cx.ts";
import { Icon } from "../../../ui/icon.tsx";
import { Time } from "../../../ui/moment.tsx";
import { Section } from "../../../ui/page.tsx";
import { toast } from "../../../ui/toast-manager.ts";
import { Text } from "../../../ui/typography.tsx";
import styles from "./dashboard.module.css";

type Dashboard = Outputs["admin"]["dashboard"];

type Item = Dashboard["attention"][number];

/** What somebody should look at now, the worst first; one calm line where that is nothing. */
export function AttentionList({ items }: { items: readonly Item[] }) {
  return (
    <Section title="Needs attention" ruled>
      {items.length === 0 ? (
        <p className={cx(styles.attention, styles.calm)}>
          <Icon icon={CircleCheck} />
          <span>Nothing. Payments, disputes and jobs are as they should be.</span>
        </p>
      ) : (
        <ul>
          {items.map((item) => (
            <li key={item.id} className={cx(styles.attention, item.severity === "high" && styles.high)}>
              <Icon icon={item.severity === "high" ? CircleAlert : Clock} />
              <Sentence item={item} />
              {item.since && (
                <Text as="span" size="note" muted>
                  since <Time at={item.since} />
                </Text>
              )}
              {item.jobId !== undefined && <Retry jobId={item.jobId} what={item.message} />}
            </li>
          ))}
        </ul>
      )}
    </Section>
  );
}

/** Disputes, odd money and alarms have pages of their own; everything else is told here in full. */
function Sentence({ item: { kind, message } }: { item: Item }) {
  if (kind === "oddMoney") {
    return (
      <AppLink to="/admin/transactions/unmatched" className={styles.place}>
        {message}
      </AppLink>
    );
  }
  if (kind === "alarm") {
    return (
      <AppLink to="/admin/alarms" className={styles.place}>
        {message}
      </AppLink>
    );
  }
  if (kind !== "disputes") return <span>{message}</span>;
  return (
    <AppLink to="/admin/disputes" search={{ status: "open" }} className={styles.place}>
      {message}
    </AppLink>
  );
}

/** Runs a failed job once more. */
function Retry({ jobId, what }: { jobId: string; what: string }) {
  const utils = trpc.useUtils();
  const retry = trpc.operations.retryJob.useMutation({
    onSuccess: ({ message }) => toast.success(message),
    onError: (error) => toast.failure(errorMessage(error, "The job could not be tried again.")),
    onSettled: () => utils.admin.dashboard.invalidate(),
  });
  return (
    <Button size="small" aria-label={`Try again: ${what}`} busy={retry.isPending} onClick={() => retry.mutate({ jobId })}>
      Try again
    </Button>
  );
}
