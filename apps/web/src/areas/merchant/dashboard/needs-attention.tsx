import { formatUsd } from "@hearth/domain/money";
import { ageText, daysSince } from "../../../features/disputes/dispute-mark.tsx";
import { centsOf } from "../../../kit/cents.ts";
import { ButtonLink, TextLink } from "../../../kit/links.tsx";
import { usePermission } from "../../../kit/permission.tsx";
import { overlayState } from "../../../lib/close-over.ts";
import type { Outputs } from "../../../lib/trpc.ts";
import { Attention, type AttentionItem } from "../../../ui/attention.tsx";
import { Time } from "../../../ui/moment.tsx";
import { Section } from "../../../ui/page.tsx";

type Waiting = Outputs["merchant"]["attention"];
type WaitingDispute = Waiting["disputes"]["items"][number];

/** Days after which an open dispute or an owed refund is late. */
const lateDays = 7;

/** Lists what the merchant should do now, each with a link to it. */
export function NeedsAttention({ waiting: data }: { waiting: Waiting }) {
  const items = [...data.refunds.items.map(refundItem), ...data.disputes.items.map(disputeItem), ...unmatchedItems(data.unmatched)];
  const hiddenCount = data.refunds.count + data.disputes.count - data.refunds.items.length - data.disputes.items.length;
  return (
    <Section title="Needs attention" ruled={items.length === 0}>
      <Attention
        items={items.map((item, index) => ({ ...item, action: item.action(index === 0) }))}
        calm="Nothing. No refund is owed, every dispute is answered, and all money is matched to a payment."
        more={
          hiddenCount > 0 && (
            <TextLink size="small" to="/merchant/disputes">
              {hiddenCount === 1 ? "1 more dispute" : `${hiddenCount.toLocaleString("en-US")} more disputes`}
            </TextLink>
          )
        }
      />
    </Section>
  );
}

/** The first item's button is the primary one. */
type Item = Omit<AttentionItem, "action"> & { action: (isFirst: boolean) => AttentionItem["action"] };

function refundItem({ _id, payer, amount, since }: WaitingDispute): Item {
  const days = daysSince(since);
  return {
    id: _id,
    title: `Refund ${payer} ${formatUsd(centsOf(amount))}`,
    note: (
      <>
        Approved <Time at={since} />, owed for {ageText(days)}
      </>
    ),
    isLate: days >= lateDays,
    action: (isFirst) => <DisputeLink id={_id} isFirst={isFirst} label="Refund" what={payer} />,
  };
}

function disputeItem({ _id, reason, payer, amount, since }: WaitingDispute): Item {
  const days = daysSince(since);
  return {
    id: _id,
    title: `“${reason}”`,
    note: `${payer} asks for ${formatUsd(centsOf(amount))}, open for ${ageText(days)}`,
    isLate: days >= lateDays,
    action: (isFirst) => <DisputeLink id={_id} isFirst={isFirst} label="Answer" what={reason} />,
  };
}

function DisputeLink({ id, isFirst, label, what }: { id: string; isFirst: boolean; label: string; what: string }) {
  const mayAct = usePermission("manager", { whileSuspended: true });
  const verb = mayAct ? label : "See";
  return (
    <ButtonLink
      size="small"
      variant={isFirst ? "primary" : "plain"}
      to="/merchant/disputes/$id"
      params={{ id }}
      state={overlayState}
      aria-label={`${verb}: ${what}`}
    >
      {verb}
    </ButtonLink>
  );
}

function unmatchedItems({ count, usdc }: Waiting["unmatched"]): Item[] {
  if (count === 0) return [];
  return [
    {
      id: "unmatched",
      title: count === 1 ? "1 transfer matches no payment" : `${count.toLocaleString("en-US")} transfers match no payment`,
      note: `${usdc} USDC in your wallet`,
      action: (isFirst) => (
        <ButtonLink size="small" variant={isFirst ? "primary" : "plain"} to="/merchant/transactions/unmatched">
          Review
        </ButtonLink>
      ),
    },
  ];
}
