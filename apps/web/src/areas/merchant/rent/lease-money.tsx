import { addLeaseCreditInput, keepDepositInput } from "@hearth/domain/rent/inputs";
import { owedBesidesDeposits } from "@hearth/domain/rent/owed";
import { centsToDecimal, formatUsd, wireAmount } from "@hearth/domain/money";
import { useState } from "react";
import { z } from "zod";
import { entered } from "../../../features/rent/entered.ts";
import { centsOf } from "../../../kit/cents.ts";
import { MoneyField } from "../../../kit/form/amount-field.tsx";
import { DayField } from "../../../kit/form/day-field.tsx";
import { AppForm, useAppForm } from "../../../kit/form/form.tsx";
import { LazyOverlay } from "../../../lib/loading/lazy-overlay.tsx";
import { Permitted, usePermission } from "../../../kit/permission.tsx";
import { useWording } from "../../../kit/words.ts";
import { errorMessage } from "../../../lib/api-error.ts";
import { type Outputs, trpc, trpcClient } from "../../../lib/trpc.ts";
import { Amount } from "../../../ui/amount.tsx";
import { Actions, Button } from "../../../ui/button.tsx";
import { Description, DescriptionList } from "../../../ui/description-list.tsx";
import { Dialog } from "../../../ui/dialog.tsx";
import { ErrorState } from "../../../ui/empty.tsx";
import { Card, Section } from "../../../ui/page.tsx";
import { SkeletonLedger, SkeletonPart } from "../../../ui/skeleton.tsx";
import { Stack } from "../../../ui/stack.tsx";
import { toast } from "../../../ui/toast-manager.ts";
import { Text } from "../../../ui/typography.tsx";
import { useRefetchInterval } from "../live.ts";
import { PaymentRefunds } from "../refunds/payment-refunds.tsx";

type Lease = Outputs["rent"]["lease"];
type Money = Outputs["merchant"]["leaseMoney"][number];

const liveMs = 5_000;

/** Shows the tenants' money that the landlord holds, and the steps to settle it. Shown if there is any, or if something must be settled. */
export function LeaseMoney({ lease }: { lease: Lease }) {
  const reword = useWording();
  const mayKeep = usePermission("manager");
  const refetchMs = useRefetchInterval(liveMs);
  const isThere = lease.held > 0 || lease.credit > 0;
  const owedBesides = owedBesidesDeposits({ owedCents: centsOf(lease.owed), openDepositCents: openDepositOf(lease) });
  const money = trpc.merchant.leaseMoney.useQuery(
    { leaseId: lease._id },
    { enabled: isThere, refetchInterval: ({ state }) => (state.data?.some(({ onItsWay }) => onItsWay > 0) ? refetchMs : false) },
  );
  const isReturn = lease.settle?.step === "giveBack" || lease.settle?.step === "return";
  const [giving, setGiving] = useState<Money | null>(null);
  const [keeping, setKeeping] = useState<Money | null>(null);
  const close = () => {
    setGiving(null);
    setKeeping(null);
  };
  return (
    <Section title={lease.isOver ? "To settle" : reword("Tenants' money")}>
      <Card>
        <Stack>
          <Text>{reword(sentenceOf(lease))}</Text>
          {!isThere ? null : money.data ? (
            <DescriptionList kind="right">
              {money.data.map((part, index) => (
                <Description key={`${part.creditId} ${part.chargeId}`} label={part.description ?? "Prepaid"}>
                  <Amount cents={centsOf(part.amount)} />, {sourceOf(part)}
                  <Permitted least="manager" whileSuspended>
                    <div>
                      {part.chargeId !== null && owedBesides > 0 && mayKeep && (
                        <Button size="small" variant={lease.settle?.step === "keep" ? "primary" : "plain"} onClick={() => setKeeping(part)}>
                          Keep for unpaid charges…
                        </Button>
                      )}{" "}
                      <Button size="small" variant={isReturn && index === 0 ? "primary" : "plain"} onClick={() => setGiving(part)}>
                        {part.onItsWay > 0 ? "Continue the refund…" : "Return…"}
                      </Button>
                    </div>
                  </Permitted>
                </Description>
              ))}
            </DescriptionList>
          ) : money.isError ? (
            <ErrorState onRetry={() => void money.refetch()} busy={money.isFetching}>
              {reword("Failed to load the tenants' money")}
            </ErrorState>
          ) : (
            <SkeletonLedger rows={1} />
          )}
        </Stack>
      </Card>
      <Dialog open={giving !== null} onClose={close} title={giving?.chargeId ? "Return the deposit" : "Return prepaid rent"} small>
        <LazyOverlay open={giving !== null} fallback={<SkeletonPart />}>
          {giving && <GiveBack leaseId={lease._id} money={giving} onDone={close} />}
        </LazyOverlay>
      </Dialog>
      <Dialog open={keeping !== null} onClose={close} title="Keep part of the deposit" small>
        <LazyOverlay open={keeping !== null} fallback={<SkeletonPart />}>
          {keeping?.chargeId && (
            <KeepForm chargeId={keeping.chargeId} max={Math.min(owedBesides, centsOf(keeping.amount))} onDone={close} />
          )}
        </LazyOverlay>
      </Dialog>
    </Section>
  );
}

const openDepositOf = ({ charges }: Lease) => charges.reduce((sum, { kind, open }) => sum + (kind === "deposit" ? centsOf(open) : 0), 0);

/** Says what the landlord and the tenants owe each other, and how to settle it. */
function sentenceOf(lease: Lease): string {
  const { settle, owed, credit, held } = lease;
  const dollars = (amount: number) => formatUsd(centsOf(amount));
  if (settle?.step === "keep") {
    return `The tenants owe you ${dollars(owed)}, and you hold ${dollars(held)} of their deposit. Keep what they owe, then return the rest.`;
  }
  if (settle?.step === "pay") {
    const open = openDepositOf(lease);
    const unpaid =
      open === 0 ? "" : ` Of that, ${formatUsd(open)} is an unpaid deposit. Void it in the ledger if you no longer require it.`;
    return `The tenants owe you ${dollars(owed)}.${unpaid}`;
  }
  if (settle?.step === "giveBack") return `You owe the tenants their deposit. You still hold ${dollars(held)} of it.`;
  if (settle?.step === "return") return `You owe the tenants ${dollars(credit)} of prepaid rent.`;
  const parts = [held > 0 && `${dollars(held)} of the tenants' deposit`, credit > 0 && `${dollars(credit)} of the tenants' prepaid rent`];
  return `You hold ${parts.filter(Boolean).join(" and ")}.`;
}

function sourceOf({ payer, onItsWay }: Money): string {
  const from = payer === null ? "came outside Hearth" : `paid by ${payer}`;
  return onItsWay > 0 ? `${from}. A refund of ${formatUsd(centsOf(onItsWay))} is started.` : from;
}

interface GiveBackProps {
  leaseId: string;
  money: Money;
  onDone: () => void;
}

/** Returns money: starts and sends the refund of its payment, or records that it was returned in another way. */
function GiveBack({ leaseId, money, onDone }: GiveBackProps) {
  const [isBegun, setBegun] = useState(money.onItsWay > 0);
  if (isBegun && money.paymentId !== null) return <PaymentRefunds paymentId={money.paymentId} />;
  return <GiveBackForm leaseId={leaseId} money={money} onBegun={() => setBegun(true)} onDone={onDone} />;
}

function formFor(max: number) {
  return z.object({
    amount: entered.pipe(keepDepositInput.shape.amount).refine((cents) => cents <= max, `At most ${formatUsd(max)}`),
    on: addLeaseCreditInput.shape.on.or(z.literal("")),
  });
}

/** Asks for the amount to return, and the date if the money came from outside. */
export function GiveBackForm({ leaseId, money, onBegun, onDone }: GiveBackProps & { onBegun: () => void }) {
  const reword = useWording();
  const { creditId, chargeId, paymentId } = money;
  const form = useAppForm({
    about: `${creditId} ${chargeId}`,
    defaultValues: { amount: centsToDecimal(centsOf(money.amount)), on: "" },
    schema: formFor(centsOf(money.amount)),
    onSubmit: async ({ amount, on }) => {
      const wish = { leaseId, creditId, amount: wireAmount(amount), ...(chargeId && { chargeId }), ...(on && { on }) };
      try {
        const { refund } = await trpcClient.merchant.giveBack.mutate(wish);
        if (refund !== null) onBegun();
        else {
          toast.success(`${formatUsd(amount)} given back`);
          onDone();
        }
      } catch (error) {
        return reword(errorMessage(error));
      }
      return null;
    },
  });
  return (
    <AppForm form={form} label="Return">
      <p>
        {reword(
          paymentId === null
            ? "This money came outside Hearth. Return it yourself, and record it here."
            : "It goes back as a refund of the payment that brought it, from your wallet. The tenant gets all of it.",
        )}
        {chargeId !== null && " The deposit is not owed again and does not count as income."}
      </p>
      <form.AppField name="amount">{() => <MoneyField label="Amount, in dollars" />}</form.AppField>
      {paymentId === null && <form.AppField name="on">{() => <DayField label="Day" hint="Today, if you leave it blank." />}</form.AppField>}
      <Actions>
        <form.SubmitButton>{paymentId === null ? "Record it" : "Continue"}</form.SubmitButton>
      </Actions>
    </AppForm>
  );
}

interface KeepFormProps {
  chargeId: string;
  /** In cents. */
  max: number;
  onDone: () => void;
}

/** Asks how much of a deposit to keep for what is owed, and why. */
export function KeepForm({ chargeId, max, onDone }: KeepFormProps) {
  const reword = useWording();
  const form = useAppForm({
    about: chargeId,
    defaultValues: { amount: centsToDecimal(max), reason: "" },
    schema: z.object({
      amount: entered.pipe(keepDepositInput.shape.amount).refine((cents) => cents <= max, `At most ${formatUsd(max)}`),
      reason: keepDepositInput.shape.reason,
    }),
    onSubmit: async (values) => {
      const wish = { chargeId, amount: wireAmount(values.amount), reason: values.reason };
      try {
        await trpcClient.rent.keepDeposit.mutate(wish);
      } catch (error) {
        return reword(errorMessage(error));
      }
      toast.success(`${formatUsd(values.amount)} of the deposit kept for unpaid charges`);
      onDone();
      return null;
    },
  });
  return (
    <AppForm form={form} label="Keep part of the deposit">
      <p>{reword("This part of the deposit pays what the tenants owe. It counts as income from then on.")}</p>
      <form.AppField name="amount">{() => <MoneyField label="Amount, in dollars" />}</form.AppField>
      <form.AppField name="reason">
        {(field) => <field.TextField label="Why" autoComplete="off" hint={reword("Your tenant sees this.")} />}
      </form.AppField>
      <Actions>
        <form.SubmitButton>Keep it</form.SubmitButton>
      </Actions>
    </AppForm>
  );
}
