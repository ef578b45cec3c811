import { wordingFor } from "@hearth/domain/merchants/party-words";
import { formatUsd, wireAmount } from "@hearth/domain/money";
import { limits } from "@hearth/domain/limits";
import { PayBills } from "../../../features/payments/setup/pay-bills.tsx";
import { nextWords, type OwnLease, owedWords, payChoices } from "../../../features/payments/setup/pay-choices.ts";
import { centsOf } from "../../../kit/cents.ts";
import { ButtonLink, TextLink } from "../../../kit/links.tsx";
import { trpc } from "../../../lib/trpc.ts";
import { Amount } from "../../../ui/amount.tsx";
import { Actions } from "../../../ui/button.tsx";
import { Text } from "../../../ui/typography.tsx";
import styles from "./statement.module.css";
import { dayWords } from "../../../ui/dates.ts";
import { monthsNamed, settleWords } from "../../../features/rent/own-lease-words.ts";

/** Shows what a lease owes first and what follows, with the buttons to pay it. */
export function PayOwed({ lease }: { lease: OwnLease }) {
  const { _id, property, unit, owed, credit } = lease;
  const { now, after } = owedWords(lease);
  const [first] = payChoices(lease);
  return (
    <div className={styles.lead}>
      <Text>
        {property} {unit}, <span className={styles.quiet}>{now}</span>
      </Text>
      {after !== null && (
        <Text size="note" muted>
          {after}
        </Text>
      )}
      <Credit cents={centsOf(credit)} />
      <p className={styles.figure}>
        <Amount cents={first?.cents ?? centsOf(owed)} size={88} />
      </p>
      <Actions>
        <PayBills lease={lease} />
      </Actions>
      <Text size="note" className={styles.afterActions}>
        <TextLink to="/lease/$leaseId" params={{ leaseId: _id }} size="small">
          See what it is for
        </TextLink>
      </Text>
      {lease.settle && (
        <Text size="note" muted>
          {settleWords(lease, lease.settle)}
        </Text>
      )}
      <AutopayNote lease={lease} />
    </div>
  );
}

/**
 * Says that nothing is owed, and what comes next: the next charge, money that goes back after the end of the lease, or nothing. The next
 * charge can be prepaid, which becomes a credit until it is charged.
 */
export function PaidUp({ lease }: { lease: OwnLease }) {
  const { _id, property, unit, credit, next } = lease;
  const cents = next ? Math.min(centsOf(next.amount), limits.paymentMaxCents) : 0;
  return (
    <div className={styles.lead}>
      <Text>
        {property} {unit}, <span className={styles.quiet}>nothing is owed</span>
      </Text>
      {lease.settle === null && <Credit cents={centsOf(credit)} />}
      <p className={styles.paidUp}>Paid up</p>
      <Text size="note" muted>
        {comingWords(lease)}
      </Text>
      <Actions>
        <ButtonLink to="/lease/$leaseId" params={{ leaseId: _id }} variant="primary">
          {wordingFor(lease.businessType)("See your lease")}
        </ButtonLink>
        {cents >= limits.paymentMinCents && (
          <ButtonLink to="/setup-one-time" search={{ amount: wireAmount(cents), lease: _id }}>
            Pay {formatUsd(cents)} ahead
          </ButtonLink>
        )}
      </Actions>
      <AutopayNote lease={lease} />
    </div>
  );
}

/** Says what follows where nothing is owed. */
function comingWords(lease: OwnLease): string {
  const reword = wordingFor(lease.businessType);
  const { isOver, endsOn, hasLeft, movedOutOn, settle } = lease;
  const ended =
    hasLeft && movedOutOn !== null
      ? `You moved out on ${dayWords(movedOutOn)}.`
      : isOver && endsOn !== null
        ? `${reword("Your lease")} ended on ${dayWords(endsOn)}.`
        : null;
  if (settle) return [ended, settleWords(lease, settle)].filter(Boolean).join(" ");
  return ended ?? nextWords(lease) ?? "No further rent is due.";
}

/** Says for which months a lease's autopay is on. */
function AutopayNote({ lease }: { lease: OwnLease }) {
  const { data } = trpc.autopay.mine.useQuery();
  const autopay = data?.find(({ leaseId }) => leaseId === lease._id);
  const signed = autopay?.months.filter(({ scheduledPayment }) => scheduledPayment?.status === "ready") ?? [];
  if (signed.length === 0) return null;
  return (
    <Text size="note" muted>
      <TextLink to="/autopay" size="small">
        Autopay
      </TextLink>{" "}
      is on for {monthsNamed(signed.map(({ period }) => period))}
    </Text>
  );
}

function Credit({ cents }: { cents: number }) {
  return (
    cents > 0 && (
      <Text size="note" muted>
        You have a credit of <Amount cents={cents} />.
      </Text>
    )
  );
}
