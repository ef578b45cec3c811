import { useMutation } from "@tanstack/react-query";
import { formatUsd } from "@hearth/domain/money";
import { useState } from "react";
import { balanceText } from "../../../features/rent/due.ts";
import { wrongFeesWords } from "../../../features/rent/wrong-fees-words.ts";
import { centsOf } from "../../../kit/cents.ts";
import { TextLink } from "../../../kit/links.tsx";
import { Permitted } from "../../../kit/permission.tsx";
import { useWording } from "../../../kit/words.ts";
import { errorMessage } from "../../../lib/api-error.ts";
import { type Outputs, trpc, trpcClient } from "../../../lib/trpc.ts";
import { Actions, Button } from "../../../ui/button.tsx";
import { Checkbox } from "../../../ui/inputs.tsx";
import { RadioGroup } from "../../../ui/radio-group.tsx";
import { Stack } from "../../../ui/stack.tsx";
import { toast } from "../../../ui/toast-manager.ts";
import { Heading, Text } from "../../../ui/typography.tsx";
import styles from "../refunds/refunds.module.css";

type PaymentLease = Outputs["rent"]["paymentLease"];
type Lease = PaymentLease["leases"][number];

const placeOf = ({ property, unit }: Lease) => `${property} ${unit}`;

/**
 * Shows the lease that a transaction counts for, with actions to move it to another lease or remove it. Renders nothing if its payer has no
 * lease.
 */
export function PaymentLease({ paymentId }: { paymentId: string }) {
  const reword = useWording();
  const { data } = trpc.rent.paymentLease.useQuery({ paymentId });
  const [isChoosing, setChoosing] = useState(false);
  if (!data || data.leases.length === 0) return null;
  const current = data.leases.find(({ _id }) => _id === data.leaseId);
  const hasOthers = data.leases.some(({ _id }) => _id !== data.leaseId);
  return (
    <section className={styles.refunds}>
      <Heading as="h3" size="label" muted className={styles.label}>
        {reword("Lease")}
      </Heading>
      <Stack>
        {current ? (
          <Text size="note">
            Counts for{" "}
            <TextLink to="/merchant/leases/$leaseId" params={{ leaseId: current._id }}>
              {placeOf(current)}
            </TextLink>
          </Text>
        ) : (
          <Text size="note" muted>
            {reword("Not applied to a lease.")}
          </Text>
        )}
        <Permitted least="manager">
          {data.refusal !== null ? (
            <Text size="note" muted>
              {reword(data.refusal)}
            </Text>
          ) : isChoosing ? (
            <Choice paymentId={paymentId} state={data} onDone={() => setChoosing(false)} />
          ) : (
            <Actions>
              {hasOthers && (
                <Button onClick={() => setChoosing(true)}>{reword(current ? "Move to another lease…" : "Apply to a lease…")}</Button>
              )}
              {current && <TakeAway paymentId={paymentId} />}
            </Actions>
          )}
        </Permitted>
      </Stack>
    </section>
  );
}

/** Assigns a transaction to a lease, and shows a toast. */
function usePlace(done: string, onDone: () => void) {
  const reword = useWording();
  const place = useMutation({
    mutationFn: (input: { paymentId: string; leaseId: string | null; voidFees?: boolean }) => trpcClient.rent.setPaymentLease.mutate(input),
    onSuccess: async () => {
      toast.success(reword(done));
      onDone();
    },
    onError: (error) => toast.failure(reword(errorMessage(error))),
  });
  return place;
}

function TakeAway({ paymentId }: { paymentId: string }) {
  const reword = useWording();
  const place = usePlace("No longer applied to a lease", () => undefined);
  return (
    <Button busy={place.isPending} onClick={() => place.mutate({ paymentId, leaseId: null })}>
      {reword("Remove from this lease")}
    </Button>
  );
}

/** Lists the payer's other leases with the balance of each before and after. */
function Choice({ paymentId, state, onDone }: { paymentId: string; state: PaymentLease; onDone: () => void }) {
  const reword = useWording();
  const choices = state.leases.filter(({ _id }) => _id !== state.leaseId);
  const [leaseId, choose] = useState(choices[0]?._id ?? "");
  const place = usePlace("Applied to this lease", onDone);
  const on = choices.find(({ _id }) => _id === leaseId)?.arrivedOn ?? "";
  const wrongFees = trpc.rent.wrongFees.useQuery(
    { leaseId, amount: state.counts, on },
    { enabled: on !== "" && state.counts > 0, retry: false },
  );
  const [isWithFees, setWithFees] = useState(true);
  const voidFees = isWithFees && (wrongFees.data?.count ?? 0) > 0;
  return (
    <Stack>
      <RadioGroup
        label={reword("Which lease it is for")}
        value={leaseId}
        onChange={choose}
        choices={choices.map((lease) => ({
          value: lease._id,
          label: lease.isOver ? `${placeOf(lease)} (over)` : placeOf(lease),
          detail: `${balanceText(lease.balance)} now, then ${balanceText(lease.balanceAfter)}`,
        }))}
      />
      <Text size="note" muted>
        {formatUsd(centsOf(state.counts))} counts on the day it arrived. {reword("The tenant gets an email.")}
      </Text>
      {wrongFees.data && wrongFees.data.count > 0 && (
        <Checkbox label={wrongFeesWords(wrongFees.data)} checked={isWithFees} onChange={({ target }) => setWithFees(target.checked)} />
      )}
      <Actions>
        <Button
          variant="primary"
          busy={place.isPending || wrongFees.isFetching}
          onClick={() => place.mutate({ paymentId, leaseId, voidFees })}
        >
          {reword("Apply to this lease")}
        </Button>
        <Button onClick={onDone}>Cancel</Button>
      </Actions>
    </Stack>
  );
}
