import { refuseClaimForm } from "@hearth/domain/payments/claims";
import { formatUsd } from "@hearth/domain/money";
import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { AppForm, FormFailure, useAppForm } from "../../kit/form/form.tsx";
import { centsOf } from "../../kit/cents.ts";
import { usePermission } from "../../kit/permission.tsx";
import { errorMessage } from "../../lib/api-error.ts";
import { trpcClient } from "../../lib/trpc.ts";
import { Alert } from "../../ui/alert.tsx";
import { Button } from "../../ui/button.tsx";
import { dayWords } from "../../ui/dates.ts";
import { Stack } from "../../ui/stack.tsx";
import { toast } from "../../ui/toast-manager.ts";
import { apartmentName } from "../enrollment/address.ts";
import type { Area, OddTransfer } from "./area.ts";
import { outcomeSentence } from "./outcome.ts";

type Claim = OddTransfer["claims"][number];

interface ClaimsProps {
  area: Area;
  transfer: OddTransfer;
  onDone: () => void;
}

/** Lists the payers' claims on a transfer, each with buttons to confirm or refuse it. Takes no space without claims. */
export function TransferClaims({ area, transfer, onDone }: ClaimsProps) {
  if (transfer.claims.length === 0) return null;
  return (
    <Stack>
      {transfer.claims.map((claim) => (
        <ClaimOn key={claim._id} area={area} claim={claim} transferId={transfer._id} onDone={onDone} />
      ))}
    </Stack>
  );
}

function ClaimOn({ area, claim, transferId, onDone }: { area: Area; claim: Claim; transferId: string; onDone: () => void }) {
  const [isRefusing, setRefusing] = useState(false);
  const confirm = useDecision(area, onDone);
  const mayAct = usePermission("manager");
  return (
    <Alert tone="waiting" title={claimSentence(claim)}>
      <p>
        For {claim.description}, {formatUsd(centsOf(claim.paymentAmount))}. {fitSentence(claim)} Attaching it:{" "}
        {outcomeSentence(claim.outcome, claim.paymentAmount)}
      </p>
      {!mayAct ? null : isRefusing ? (
        <RefuseForm area={area} claimId={claim._id} onDone={onDone} onBack={() => setRefusing(false)} />
      ) : (
        <div>
          <Button
            size="small"
            busy={confirm.isPending}
            onClick={() =>
              confirm.mutate(
                { kind: "confirm", claimId: claim._id, transferId },
                { onError: (error) => toast.failure(errorMessage(error)) },
              )
            }
          >
            Attach
          </Button>{" "}
          <Button size="small" variant="quiet" onClick={() => setRefusing(true)}>
            Decline…
          </Button>
        </div>
      )}
    </Alert>
  );
}

/** Formats the claimant: `Maya Okafor, Apt 4B`. */
export function claimant({ payer, aptNumber }: Pick<Claim, "payer" | "aptNumber">): string {
  return aptNumber === null ? payer : `${payer}, ${apartmentName(aptNumber)}`;
}

/** Formats a claim: `Claimed by Maya Okafor, Apt 4B, for $900.00 on Nov 3, 2026`. */
function claimSentence({ amount, sentOn, ...claim }: Claim): string {
  return `Claimed by ${claimant(claim)}, for ${formatUsd(centsOf(amount))} on ${dayWords(sentOn)}`;
}

function fitSentence({ fits }: Claim): string {
  if (fits.amount && fits.day) return "The amount and the day are those of this transfer.";
  if (fits.amount) return "The amount is this transfer's, the day is not.";
  return fits.day ? "The day is this transfer's, the amount is not." : "Neither the amount nor the day is this transfer's.";
}

interface RefuseFormProps {
  area: Area;
  claimId: string;
  onDone: () => void;
  onBack: () => void;
}

function RefuseForm({ area, claimId, onDone, onBack }: RefuseFormProps) {
  const refuse = useDecision(area, onDone);
  const form = useAppForm({
    about: claimId,
    defaultValues: { reason: "" },
    schema: refuseClaimForm,
    onSubmit: async ({ reason }) => {
      try {
        await refuse.mutateAsync({ kind: "refuse", claimId, reason });
      } catch (error) {
        return errorMessage(error);
      }
    },
  });
  return (
    <AppForm form={form} label="Decline the claim" ownFailure>
      <form.AppField name="reason">
        {(field) => <field.TextareaField label="Reason" rows={2} hint="Why it is not theirs. The payer sees this." />}
      </form.AppField>
      <FormFailure />
      <div>
        <form.SubmitButton variant="danger" size="small">
          Refuse
        </form.SubmitButton>{" "}
        <Button size="small" variant="quiet" onClick={onBack}>
          Back
        </Button>
      </div>
    </AppForm>
  );
}

type Decision = { kind: "confirm"; claimId: string; transferId: string } | { kind: "refuse"; claimId: string; reason: string };

/** Confirms or refuses a claim. Stays busy until the shown list is up to date. */
function useDecision(area: Area, onDone: () => void) {
  return useMutation({
    mutationFn: (decision: Decision) => {
      const { claimId } = decision;
      return decision.kind === "confirm"
        ? trpcClient[area].confirmClaim.mutate({ claimId, transferId: decision.transferId })
        : trpcClient[area].refuseClaim.mutate({ claimId, reason: decision.reason });
    },
    onSuccess: async ({ message }) => {
      toast.success(message);
      onDone();
    },
  });
}
