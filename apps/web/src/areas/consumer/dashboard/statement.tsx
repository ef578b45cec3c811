import { formatUsd } from "@hearth/domain/money";
import { lazyOptional } from "../../../lib/loading/lazy-optional.ts";
import { Suspense } from "react";
import { apartmentName } from "../../../features/enrollment/address.ts";
import type { ListedPayment } from "../../../features/payments/payment-columns.tsx";
import { usualPayment } from "../../../features/payments/usual-payment.ts";
import { centsOf } from "../../../kit/cents.ts";
import { dueWords } from "../../../features/rent/due.ts";
import { settleWords } from "../../../features/rent/own-lease-words.ts";
import { ButtonLink, TextLink } from "../../../kit/links.tsx";
import { type Outputs, trpc } from "../../../lib/trpc.ts";
import { Amount } from "../../../ui/amount.tsx";
import { Actions } from "../../../ui/button.tsx";
import { Time } from "../../../ui/moment.tsx";
import { Card } from "../../../ui/page.tsx";
import { Figure } from "../../../ui/stats.tsx";
import { Heading, Text } from "../../../ui/typography.tsx";
import { cx } from "../../../ui/cx.ts";
import { describeGrowth, leadingLease } from "./figures.ts";
import { PaidUp, PayOwed } from "./pay-owed.tsx";
import styles from "./statement.module.css";
import { WalletFactShape } from "./wallet-fact-shape.tsx";
import { dayWords } from "../../../ui/dates.ts";

// Loaded on demand. Each makes a request of its own, so none is needed for the first paint.
const FirstSteps = lazyOptional(async () => (await import("./first-steps.tsx")).FirstSteps);
const Ribbon = lazyOptional(async () => (await import("./ribbon.tsx")).Ribbon);
const WalletFact = lazyOptional(async () => (await import("./wallet-fact.tsx")).WalletFact);

type Dashboard = Outputs["payments"]["dashboard"];

/**
 * Summary for a tenant: what is owed, the next charge, or the usual payment; then the wallet, this month and the last twelve. Until the first
 * payment it has no figures, because all of them would be zero.
 */
export function Statement({ dashboard, leases = [] }: { dashboard: Dashboard; leases?: Outputs["rent"]["mine"] | undefined }) {
  const usual = usualPayment(dashboard.recent);
  const isNew = dashboard.total.count === 0;
  const lease = leadingLease(leases);
  const isOwed = lease !== undefined && lease.owed > 0;
  const next = isOwed ? lease.owed : lease ? lease.next?.amount : usual?.amount;
  const fact = { next: next === undefined ? null : centsOf(next), nextIs: isOwed ? "owed" : lease ? "rent" : "usual" } as const;
  const hasFacts = !isNew || lease !== undefined;
  return (
    <Card as="section" pad={false} label="Summary" className={cx(styles.statement, !hasFacts && styles.stepsAlone)}>
      {isOwed ? (
        <PayOwed lease={lease} />
      ) : lease ? (
        <PaidUp lease={lease} />
      ) : usual ? (
        <PayAgain payment={usual} />
      ) : isNew ? (
        <Suspense fallback={<div className={styles.stepsShape} />}>
          <FirstSteps />
        </Suspense>
      ) : (
        <PayFirst />
      )}
      <OtherLeases leases={leases.filter((other) => other !== lease)} />
      {hasFacts && (
        <div className={styles.facts}>
          <div className={styles.fact}>
            <Suspense fallback={<WalletFactShape {...fact} />}>
              <WalletFact {...fact} />
            </Suspense>
          </div>
          {!isNew && <ThisMonth dashboard={dashboard} />}
        </div>
      )}
      {!isNew && (
        <>
          <dl className={styles.rest}>
            <Total label="Total" {...dashboard.total} />
            <Total label="Pending" {...dashboard.pending} />
            <Total label="Success" {...dashboard.success} />
          </dl>
          <Suspense fallback={<div className={styles.yearShape} />}>
            <Ribbon months={dashboard.months.map(({ month }) => month)} leases={leases} />
          </Suspense>
        </>
      )}
    </Card>
  );
}

/** Lists the other leases: what each owes, or that the tenant has moved out. */
function OtherLeases({ leases }: { leases: Outputs["rent"]["mine"] }) {
  if (leases.length === 0) return null;
  return (
    <ul className={styles.others}>
      {leases.map((lease) => (
        <li key={lease._id}>
          <TextLink to="/lease/$leaseId" params={{ leaseId: lease._id }}>
            {lease.property} {lease.unit}
          </TextLink>
          {", "}
          {lease.hasLeft && lease.movedOutOn !== null ? `you moved out on ${dayWords(lease.movedOutOn)}` : <OtherOwed lease={lease} />}
        </li>
      ))}
    </ul>
  );
}

function OtherOwed({ lease }: { lease: Outputs["rent"]["mine"][number] }) {
  if (lease.owed === 0) return lease.settle ? settleWords(lease, lease.settle) : "nothing is owed";
  return (
    <>
      <Amount cents={centsOf(lease.owed)} />, {dueWords(lease)}
    </>
  );
}

/** The usual payment, with buttons to pay it again or another amount. */
function PayAgain({ payment }: { payment: ListedPayment }) {
  const cents = centsOf(payment.amount);
  return (
    <div className={styles.lead}>
      <Text>
        {payment.description},{" "}
        <span className={styles.quiet}>paid {<Time at={payment.completedAt ?? payment.createdAt} timeZone={payment.timeZone} />}</span>
      </Text>
      <p className={styles.figure}>
        <Amount cents={cents} size={88} />
      </p>
      <Actions>
        <ButtonLink to="/setup-one-time" search={{ amount: payment.amount }} variant="primary">
          Pay {formatUsd(cents)} again
        </ButtonLink>
        <ButtonLink to="/payment">Pay another amount</ButtonLink>
      </Actions>
    </div>
  );
}

function PayFirst() {
  const { data } = trpc.auth.me.useQuery();
  return (
    <div className={styles.lead}>
      <Text>
        {data?.merchant?.name}
        {data?.aptNumber && <span className={styles.quiet}> for {apartmentName(data.aptNumber)}</span>}
      </Text>
      <Actions>
        <ButtonLink to="/payment" variant="primary">
          Make a payment
        </ButtonLink>
      </Actions>
    </div>
  );
}

function ThisMonth({ dashboard }: { dashboard: Dashboard }) {
  const lastMonth = dashboard.months.at(-2)?.month ?? "";
  const growth = describeGrowth({
    thisCents: centsOf(dashboard.thisMonth),
    lastCents: centsOf(dashboard.lastMonth),
    percent: dashboard.growthPercent,
    lastName: new Date(`${lastMonth}-01T00:00:00Z`).toLocaleDateString("en-US", { month: "long", timeZone: "UTC" }),
  });
  return (
    <div className={styles.fact}>
      <Heading size="label" muted>
        Payments this month
      </Heading>
      <p>
        <Amount cents={centsOf(dashboard.thisMonth)} size={30} />
      </p>
      <Text size="note" muted>
        {growth.percent} {growth.text}
      </Text>
    </div>
  );
}

function Total({ label, count, amount }: { label: string; count: number; amount: number }) {
  return (
    <div>
      <Text as="dt" size="note" muted>
        {label}
      </Text>
      <dd>
        <Figure>{count.toLocaleString("en-US")}</Figure>
      </dd>
      <Text as="dd" size="note" muted>
        <Amount cents={centsOf(amount)} />
      </Text>
    </div>
  );
}
