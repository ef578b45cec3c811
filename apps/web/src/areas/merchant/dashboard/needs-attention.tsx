import type { Reword } from "@hearth/domain/merchants/party-words";
import { formatUsd } from "@hearth/domain/money";
import { ageText, daysSince } from "../../../features/disputes/dispute-mark.tsx";
import { centsOf } from "../../../kit/cents.ts";
import { ButtonLink, TextLink } from "../../../kit/links.tsx";
import { usePermission } from "../../../kit/permission.tsx";
import { useWording } from "../../../kit/words.ts";
import { overlayState } from "../../../lib/close-over.ts";
import type { Outputs } from "../../../lib/trpc.ts";
import { Attention, type AttentionItem } from "../../../ui/attention.tsx";
import { dayWords } from "../../../ui/dates.ts";
import { Time } from "../../../ui/moment.tsx";
import { Section } from "../../../ui/page.tsx";

type Waiting = Outputs["merchant"]["attention"];
type WaitingDispute = Waiting["disputes"]["items"][number];
type DeskData = Outputs["merchant"]["desk"];

/** Days after which an open dispute or an owed refund is late. */
const lateDays = 7;

/** Lists what the merchant should do now, each with a link to it: money that people wait for first, then the leases. */
export function NeedsAttention({ waiting: data, desk }: { waiting: Waiting; desk?: DeskData | undefined }) {
  const reword = useWording();
  const items = [
    ...data.refunds.items.map(refundItem),
    ...(desk ? giveBackItems(desk.giveBack, reword) : []),
    ...data.disputes.items.map(disputeItem),
    ...unmatchedItems(data.unmatched),
    ...(desk ? [...endingItems(desk.ending, reword), ...vacantItems(desk.vacant, reword)] : []),
  ];
  const hiddenCount = data.refunds.count + data.disputes.count - data.refunds.items.length - data.disputes.items.length;
  return (
    <Section title="Needs attention" ruled={items.length === 0}>
      <Attention
        items={items.map((item, index) => ({ ...item, action: item.action(index === 0) }))}
        calm="Nothing. No refund or deposit waits to be returned, every dispute is answered, and all money is matched to a payment."
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

function giveBackItems({ count, items }: DeskData["giveBack"], reword: Reword): Item[] {
  const shown = items.map(({ _id, property, unit, tenants, amount, what }): Item => ({
    id: `return ${_id}`,
    title: `Return ${formatUsd(centsOf(amount))} to ${tenants.join(", ") || reword("the tenants")}`,
    note: `${what === "deposit" ? "Deposit" : "Prepaid rent"}, ${property} ${unit}`,
    action: (isFirst) => (
      <ButtonLink
        size="small"
        variant={isFirst ? "primary" : "plain"}
        to="/merchant/leases/$leaseId"
        params={{ leaseId: _id }}
        aria-label={`Return money: ${property} ${unit}`}
      >
        Return
      </ButtonLink>
    ),
  }));
  const hidden = count - items.length;
  if (hidden <= 0) return shown;
  const more: Item = {
    id: "more to return",
    title: `${hidden.toLocaleString("en-US")} more with money to return`,
    note: reword("Their leases have ended"),
    action: () => (
      <ButtonLink size="small" to="/merchant/tenants" search={{ state: "giveBack" }} aria-label="See all with money to return">
        See all
      </ButtonLink>
    ),
  };
  return [...shown, more];
}

function endingItems({ count, items }: DeskData["ending"], reword: Reword): Item[] {
  const [first] = items;
  if (!first) return [];
  return [
    {
      id: "ending",
      title: reword(count === 1 ? "1 lease ends within 60 days" : `${count.toLocaleString("en-US")} leases end within 60 days`),
      note: namesText(
        items.map(({ property, unit, endsOn }) => `${property} ${unit} on ${dayWords(endsOn)}`),
        count,
      ),
      action: (isFirst) => (
        <ButtonLink
          size="small"
          variant={isFirst ? "primary" : "plain"}
          to="/merchant/leases/several"
          search={{ act: "renew" }}
          aria-label={reword("Renew leases")}
        >
          Renew
        </ButtonLink>
      ),
    },
  ];
}

function vacantItems({ count, items }: DeskData["vacant"], reword: Reword): Item[] {
  const [first] = items;
  if (!first) return [];
  return [
    {
      id: "vacant",
      title: count === 1 ? "1 unit is vacant" : `${count.toLocaleString("en-US")} units are vacant`,
      note: namesText(
        items.map(({ property, unit }) => `${property} ${unit}`),
        count,
      ),
      action: (isFirst) => (
        <ButtonLink
          size="small"
          variant={isFirst ? "primary" : "plain"}
          to="/merchant/leases/new"
          search={count === 1 ? { unit: first._id } : {}}
          aria-label={reword("Add lease for a vacant unit")}
        >
          {reword("Add lease")}
        </ButtonLink>
      ),
    },
  ];
}

/** The first names, and how many more there are. */
function namesText(names: readonly string[], count: number): string {
  const shown = names.slice(0, 3);
  const more = count - shown.length;
  return more > 0 ? `${shown.join(", ")} and ${more.toLocaleString("en-US")} more` : shown.join(", ");
}
