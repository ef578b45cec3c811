import { claimForm } from "@hearth/domain/payments/claims";
import { centsToDecimal, formatUsd } from "@hearth/domain/money";
import { Hash as HashSign, PenLine } from "lucide-react";
import { Suspense, useState } from "react";
import { z } from "zod";
import { MoneyField } from "../../../kit/form/amount-field.tsx";
import { DayField } from "../../../kit/form/day-field.tsx";
import { AppForm, useAppForm } from "../../../kit/form/form.tsx";
import { centsOf } from "../../../kit/cents.ts";
import { errorMessage, fieldErrors } from "../../../lib/api-error.ts";
import { trpc } from "../../../lib/trpc.ts";
import { Button } from "../../../ui/button.tsx";
import { Dialog } from "../../../ui/dialog.tsx";
import { Option, OptionList } from "../../../ui/option-list.tsx";
import { SkeletonPart } from "../../../ui/skeleton.tsx";
import { Stack } from "../../../ui/stack.tsx";
import { toast } from "../../../ui/toast-manager.ts";
import { Text } from "../../../ui/typography.tsx";
import type { ProvenWallet } from "../../wallet/payout-wallet-proof.tsx";
import { lazyPart } from "../../../ui/lazy-part.tsx";

// Loaded on demand: the wallet libraries are large, and only payers who sign need them.
const WalletProof = lazyPart(async () => (await import("../../wallet/payout-wallet-proof.tsx")).PayoutWalletProof);

/** The fields of a payment that a claim needs. */
export interface ClaimedPayment {
  id: string;
  /** In dollars. */
  amount: number;
  merchant: string;
}

interface ClaimDialogProps {
  open: boolean;
  onClose: () => void;
  payment: ClaimedPayment;
}

/** Lets a payer claim a payment: by signing with the wallet that sent the money, or by naming the transaction. */
export function ClaimDialog({ open, onClose, payment }: ClaimDialogProps) {
  return (
    <Dialog small open={open} onClose={onClose} title="I have paid this">
      {open && <ClaimMethods payment={payment} onDone={onClose} />}
    </Dialog>
  );
}

interface ClaimMethodProps {
  payment: ClaimedPayment;
  onDone: () => void;
}

function ClaimMethods(props: ClaimMethodProps) {
  const [method, setMethod] = useState<"sign" | "name" | null>(null);
  if (method === "sign") return <ClaimBySigning {...props} onBack={() => setMethod(null)} />;
  if (method === "name") return <ClaimByTransaction {...props} onBack={() => setMethod(null)} />;
  return (
    <Stack>
      <Text>How did you send the money?</Text>
      <OptionList label="How you paid">
        <Option icon={PenLine} onClick={() => setMethod("sign")} detail="Sign with it, and the transfer is matched automatically.">
          From a wallet of my own
        </Option>
        <Option
          icon={HashSign}
          onClick={() => setMethod("name")}
          detail={`Enter the transaction, and ${props.payment.merchant} is asked to look for it.`}
        >
          From an exchange, or some other way
        </Option>
      </OptionList>
    </Stack>
  );
}

function ClaimBySigning({ payment, onDone, onBack }: ClaimMethodProps & { onBack: () => void }) {
  const prove = useProveSender();
  return (
    <Stack>
      <Text>Connect the wallet that sent the money, and sign. It costs nothing and moves nothing.</Text>
      <Text size="note" muted>
        It is matched automatically only if exactly {formatUsd(centsOf(payment.amount))} was sent, within a day of starting this payment.
        Otherwise go back and enter the transaction.
      </Text>
      <Text size="note" muted>
        The wallet is then linked to your account, in place of the one that is linked now.
      </Text>
      <Suspense fallback={<SkeletonPart />}>
        <WalletProof
          onProven={async (wallet) => {
            const refusal = await prove(wallet);
            if (refusal === null) onDone();
            return refusal;
          }}
        />
      </Suspense>
      <div>
        <Button variant="quiet" onClick={onBack}>
          Back
        </Button>
      </div>
    </Stack>
  );
}

/** Links the wallet that signed. Returns null, or the reason for a refusal. */
function useProveSender() {
  const prove = trpc.wallet.prove.useMutation();
  return async ({ proof }: ProvenWallet): Promise<string | null> => {
    try {
      await prove.mutateAsync(proof);
      toast.success("Your wallet is linked. If it sent the money, the payment completes in a moment.");
      return null;
    } catch (error) {
      return errorMessage(error);
    }
  };
}

/** Asks for the transaction. The answer does not reveal whether the transaction exists. */
export function ClaimByTransaction({ payment, onDone, onBack }: ClaimMethodProps & { onBack: () => void }) {
  const claim = useClaim(payment);
  const form = useAppForm({
    about: payment.id,
    defaultValues: { transactionHash: "", amount: centsToDecimal(centsOf(payment.amount)), sentOn: "" },
    schema: formSchema,
    onSubmit: async ({ transactionHash, sentOn }) => {
      const refusal = await claim({ transactionHash, amount: form.state.values.amount, sentOn });
      if (refusal === null) onDone();
      return refusal;
    },
  });
  return (
    <AppForm form={form} label="I have paid this">
      <form.AppField name="transactionHash">
        {(field) => (
          <field.TextField
            label="Transaction hash"
            autoComplete="off"
            spellCheck={false}
            hint="Your exchange or wallet shows it with the transfer. It begins with 0x."
          />
        )}
      </form.AppField>
      <form.AppField name="amount">{() => <MoneyField label="Amount" hint="What you sent." />}</form.AppField>
      <form.AppField name="sentOn">{() => <DayField label="Sent on" />}</form.AppField>
      <div>
        <form.SubmitButton>Ask {payment.merchant}</form.SubmitButton>{" "}
        <Button variant="quiet" onClick={onBack}>
          Back
        </Button>
      </div>
    </AppForm>
  );
}

interface ClaimValues {
  transactionHash: string;
  amount: string;
  sentOn: string;
}

const formSchema = claimForm.extend({
  amount: z
    .string()
    .transform((value): string | number => value)
    .pipe(claimForm.shape.amount),
});

/** Submits a claim. Returns null, or the error. */
function useClaim({ id: paymentId, merchant }: ClaimedPayment) {
  const claim = trpc.payments.claim.useMutation();
  return async (values: ClaimValues) => {
    const wish = { paymentId, ...values };
    try {
      await claim.mutateAsync(wish);
      toast.success(`We have asked ${merchant}`);
      return null;
    } catch (error) {
      const fields = fieldErrors(error);
      if (Object.keys(fields).length > 0) return { fields };
      return errorMessage(error);
    }
  };
}
