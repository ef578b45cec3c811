import { wordingFor } from "@hearth/domain/merchants/party-words";
import { formatUsd, wireAmount } from "@hearth/domain/money";
import { limits } from "@hearth/domain/limits";
import { dueWords } from "../../../features/rent/due.ts";
import { centsOf } from "../../../kit/cents.ts";
import { ButtonLink } from "../../../kit/links.tsx";
import type { Outputs } from "../../../lib/trpc.ts";
import { Amount } from "../../../ui/amount.tsx";
import { Actions } from "../../../ui/button.tsx";
import { Text } from "../../../ui/typography.tsx";
import styles from "./statement.module.css";
import { dayWords } from "../../../ui/dates.ts";

type OwnLease = Outputs["rent"]["mine"][number];

/** Shows the amount owed under a lease, its due date and the button to pay it. The amount is capped at the maximum of one payment. */
export function PayOwed({ lease }: { lease: OwnLease }) {
  const { _id, property, unit, owed, late, credit } = lease;
  const cents = Math.min(centsOf(owed), limits.paymentMaxCents);
  const canPay = cents >= limits.paymentMinCents;
  return (
    <div className={styles.lead}>
      <Text>
        {property} {unit}, <span className={styles.quiet}>{dueWords(lease)}</span>
      </Text>
      {late > 0 && late < owed && (
        <Text size="note" muted>
          <Amount cents={centsOf(late)} /> of it is late.
        </Text>
      )}
      <Credit cents={centsOf(credit)} />
      <p className={styles.figure}>
        <Amount cents={centsOf(owed)} size={88} />
      </p>
      <Actions>
        {canPay && (
          <ButtonLink to="/setup-one-time" search={{ amount: wireAmount(cents), lease: _id }} variant="primary">
            Pay {formatUsd(cents)}
          </ButtonLink>
        )}
        <ButtonLink to="/lease/$leaseId" params={{ leaseId: _id }}>
          See what it is for
        </ButtonLink>
      </Actions>
    </div>
  );
}

/** Says that nothing is owed and shows the next charge. It can be prepaid, which becomes a credit until it is charged. */
export function PaidUp({ lease }: { lease: OwnLease }) {
  const { _id, property, unit, credit, next } = lease;
  if (next === null) return null;
  const cents = Math.min(centsOf(next.amount), limits.paymentMaxCents);
  return (
    <div className={styles.lead}>
      <Text>
        {property} {unit}, <span className={styles.quiet}>nothing is owed</span>
      </Text>
      <Text size="note" muted>
        Next: {next.description}, due {dayWords(next.dueOn)}
      </Text>
      <Credit cents={centsOf(credit)} />
      <p className={styles.figure}>
        <Amount cents={centsOf(next.amount)} size={88} />
      </p>
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
    </div>
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
