import { useId } from "react";
import { useWording } from "../../kit/words.ts";
import { type Outputs, trpc } from "../../lib/trpc.ts";
import { formatMoment } from "@hearth/domain/moment";
import { ErrorState } from "../../ui/empty.tsx";
import { FieldError } from "../../ui/field.tsx";
import { Radio } from "../../ui/inputs.tsx";
import { Loading, Skeleton } from "../../ui/skeleton.tsx";
import { useTimeZone } from "../../ui/time-zone.ts";
import { Text } from "../../ui/typography.tsx";
import { apartmentName } from "../enrollment/address.ts";
import { type Area, asideWords } from "./area.ts";
import { outcomeSentence } from "./outcome.ts";
import styles from "./unmatched.module.css";

/** The choice that the transfer belongs to no payment. */
export const asideChoice = "aside";
/** The choice that it is a tenant's payment for their lease, although no payment was started for it. */
export const tenantChoice = "tenant";

type Candidate = Outputs["merchant"]["transferCandidates"][number];

interface PaymentChoiceProps {
  area: Area;
  transferId: string;
  /** Empty until something is chosen. */
  value: string;
  /** Validation message, if any. */
  error: string | undefined;
  onChange: (value: string) => void;
}

/** Lists the payments that a transfer could be for, likeliest first, with the effect of attaching it, and the choice of none. */
export function PaymentChoice({ area, transferId, value, error, onChange }: PaymentChoiceProps) {
  const reword = useWording();
  const timeZone = useTimeZone();
  const errorId = useId();
  const candidates = trpc[area].transferCandidates.useQuery({ transferId });
  return (
    <fieldset className={styles.choices} aria-describedby={error === undefined ? undefined : errorId}>
      <legend className={styles.legend}>What is it for?</legend>
      {candidates.data?.map((candidate) => (
        <Radio
          key={candidate._id}
          name="choice"
          aria-invalid={error !== undefined}
          checked={value === candidate._id}
          onChange={() => onChange(candidate._id)}
          label={nameOf(candidate)}
          hint={detailOf(candidate, timeZone)}
        />
      ))}
      {candidates.data?.length === 0 && (
        <Text size="note" muted>
          No open payment was started before this money was sent.
        </Text>
      )}
      {candidates.isPending && (
        <Loading label="Loading payments">
          <Skeleton width="16rem" />
        </Loading>
      )}
      {candidates.isError && (
        <ErrorState onRetry={() => void candidates.refetch()} busy={candidates.isFetching}>
          Failed to load transactions
        </ErrorState>
      )}
      <Radio
        name="choice"
        aria-invalid={error !== undefined}
        checked={value === tenantChoice}
        onChange={() => onChange(tenantChoice)}
        label={reword("It is a tenant's rent or another charge")}
        hint={reword("Record it as their payment. It counts for their lease on the day it arrived.")}
      />
      <Radio
        name="choice"
        aria-invalid={error !== undefined}
        checked={value === asideChoice}
        onChange={() => onChange(asideChoice)}
        label={asideWords[area].choice}
        hint={asideWords[area].hint}
      />
      {error !== undefined && <FieldError id={errorId}>{error}</FieldError>}
    </fieldset>
  );
}

function nameOf({ payer, aptNumber, description }: Candidate): string {
  return `${payer}${aptNumber === null ? "" : `, ${apartmentName(aptNumber)}`}: ${description}`;
}

function detailOf({ amount, createdAt, status, isLikely, outcome }: Candidate, timeZone: string | undefined): string {
  const begun = `${outcomeSentence(outcome, amount)} Begun ${formatMoment(new Date(createdAt), "minute", timeZone)}, ${status}`;
  return isLikely ? `Likely: from this payer's wallet. ${begun}` : begun;
}
