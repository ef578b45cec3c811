import { Permitted } from "../../../kit/permission.tsx";
import { errorMessage } from "../../../lib/api-error.ts";
import { ButtonLink } from "../../../kit/links.tsx";
import { trpc, type Outputs } from "../../../lib/trpc.ts";
import { Attention } from "../../../ui/attention.tsx";
import { Button } from "../../../ui/button.tsx";
import { Time } from "../../../ui/moment.tsx";
import { Section } from "../../../ui/page.tsx";
import { toast } from "../../../ui/toast-manager.ts";

type Dashboard = Outputs["admin"]["dashboard"];

type Item = Dashboard["attention"][number];

/** Lists what needs attention, most severe first, or says that nothing does. */
export function AttentionList({ items }: { items: readonly Item[] }) {
  return (
    <Section title="Needs attention" ruled={items.length === 0}>
      <Attention
        items={items.map((item, index) => ({
          id: item.id,
          title: item.message,
          note: item.since && (
            <>
              since <Time at={item.since} />
            </>
          ),
          isLate: item.severity === "high",
          action: <Action item={item} isFirst={index === 0} />,
        }))}
        calm="Nothing. Payments, disputes and jobs are all fine."
      />
    </Section>
  );
}

/** Action of an item. Jobs are retried here; disputes, refunds, unmatched money, alarms and reviews link to their pages. */
function Action({ item: { kind, message, jobId }, isFirst }: { item: Item; isFirst: boolean }) {
  const look = { size: "small", variant: isFirst ? "primary" : "plain" } as const;
  if (kind === "oddMoney" || kind === "heldMerchants") {
    const to = kind === "oddMoney" ? "/admin/transactions/unmatched" : "/admin/merchants/review";
    return (
      <ButtonLink {...look} to={to} aria-label={`Review: ${message}`}>
        Review
      </ButtonLink>
    );
  }
  if (kind === "alarm") {
    return (
      <ButtonLink {...look} to="/admin/alarms" aria-label={`Open: ${message}`}>
        Open
      </ButtonLink>
    );
  }
  if (kind === "disputes" || kind === "refunds") {
    return (
      <ButtonLink
        {...look}
        to="/admin/disputes"
        search={{ status: kind === "disputes" ? "open" : "closed" }}
        aria-label={`Open: ${message}`}
      >
        Open
      </ButtonLink>
    );
  }
  return jobId === undefined ? null : (
    <Permitted least="manager">
      <Retry jobId={jobId} what={message} />
    </Permitted>
  );
}

function Retry({ jobId, what }: { jobId: string; what: string }) {
  const retry = trpc.operations.retryJob.useMutation({
    onSuccess: ({ message }) => toast.success(message),
    onError: (error) => toast.failure(errorMessage(error)),
  });
  return (
    <Button size="small" aria-label={`Try again: ${what}`} busy={retry.isPending} onClick={() => retry.mutate({ jobId })}>
      Try again
    </Button>
  );
}
