import { useState } from "react";
import { formatUsd } from "@hearth/domain/money";
import { errorMessage } from "../../../lib/api-error.ts";
import { centsOf } from "../../../kit/cents.ts";
import { type Outputs, trpc } from "../../../lib/trpc.ts";
import { Alert } from "../../../ui/alert.tsx";
import { Button } from "../../../ui/button.tsx";
import { Hash } from "../../../ui/hash.tsx";
import { Stack } from "../../../ui/stack.tsx";
import { TextButton } from "../../../ui/text-anchor.tsx";
import { toast } from "../../../ui/toast-manager.ts";
import { useExplorer } from "../use-network.ts";
import { ClaimDialog, type ClaimedPayment } from "./claim-dialog.tsx";

type Claim = Outputs["payments"]["claims"][number];

interface ClaimsProps {
  payment: ClaimedPayment;
  /** True if money for the payment was seen. No new claim is offered then. */
  isSeen?: boolean;
}

/** Shows the payer's claims about an unpaid payment with the merchant's answers, and offers a new claim. */
export function Claims({ payment, isSeen = false }: ClaimsProps) {
  const [isOpen, setOpen] = useState(false);
  const { data = [] } = trpc.payments.claims.useQuery({ paymentId: payment.id });
  if (isSeen && data.length === 0) return null;
  return (
    <Stack>
      {data.map((claim) => (
        <ClaimNote key={claim._id} claim={claim} merchant={payment.merchant} />
      ))}
      {!isSeen && (
        <div>
          <TextButton onClick={() => setOpen(true)}>I have paid this</TextButton>
        </div>
      )}
      <ClaimDialog open={isOpen} onClose={() => setOpen(false)} payment={payment} />
    </Stack>
  );
}

const looks: Record<Claim["status"], { tone: "waiting" | "good" | "bad"; title: (merchant: string) => string }> = {
  pending: { tone: "waiting", title: (merchant) => `${merchant} has been asked to look for your transfer` },
  confirmed: { tone: "good", title: (merchant) => `${merchant} has found your transfer` },
  refused: { tone: "bad", title: (merchant) => `${merchant} says that this transfer is not yours` },
};

function ClaimNote({ claim: { _id, status, amount, reason, transactionHash }, merchant }: { claim: Claim; merchant: string }) {
  const explorer = useExplorer();
  const { tone, title } = looks[status];
  return (
    <Alert tone={tone} title={title(merchant)}>
      {reason !== null && <p>{reason}</p>}
      <p>
        {formatUsd(centsOf(amount))}, <Hash value={transactionHash} explorerUrl={explorer.transactionUrl(transactionHash)} />
      </p>
      {status === "confirmed" && <p>The payment completes as soon as the network has confirmed it.</p>}
      {status === "pending" && <TakeBack claimId={_id} />}
    </Alert>
  );
}

function TakeBack({ claimId }: { claimId: string }) {
  const withdraw = trpc.payments.withdrawClaim.useMutation({
    onError: (error) => toast.failure(errorMessage(error)),
  });
  return (
    <Button size="small" busy={withdraw.isPending} onClick={() => withdraw.mutate({ claimId })}>
      Withdraw
    </Button>
  );
}
