import { Suspense, useState } from "react";
import { errorCode, errorMessage, fieldErrors } from "../../lib/api-error.ts";
import { trpc } from "../../lib/trpc.ts";
import { Button } from "../../ui/button.tsx";
import { Description, DescriptionList } from "../../ui/description-list.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { Hash } from "../../ui/hash.tsx";
import { SkeletonPart } from "../../ui/skeleton.tsx";
import { Stack } from "../../ui/stack.tsx";
import { toast } from "../../ui/toast-manager.ts";
import { Text } from "../../ui/typography.tsx";
import { OwnerForm, type OwnerProof } from "../auth/owner-form.tsx";
import type { ProvenWallet } from "../wallet/payout-wallet-proof.tsx";
import { lazyPart } from "../../ui/lazy-part.tsx";

// Loaded on demand: the wallet libraries are large, and only payers who sign need them.
const WalletProof = lazyPart(async () => (await import("../wallet/payout-wallet-proof.tsx")).PayoutWalletProof);

interface NameWalletDialogProps {
  open: boolean;
  onClose: () => void;
  paymentId: string;
  /** The wallet that paid, offered first. Null if it belongs to a provider. */
  paidFrom: string | null;
}

/** Lets a payer choose the wallet for refunds of a payment. The wallet signs, then the payer confirms with the password. */
export function NameWalletDialog({ open, onClose, ...rest }: NameWalletDialogProps) {
  return (
    <Dialog small open={open} onClose={onClose} title="Where your money goes back to">
      {open && <Steps {...rest} onDone={onClose} />}
    </Dialog>
  );
}

function Steps({ paymentId, paidFrom, onDone }: Pick<NameWalletDialogProps, "paymentId" | "paidFrom"> & { onDone: () => void }) {
  const [wallet, setWallet] = useState<ProvenWallet | null>(null);
  if (wallet !== null) return <Confirm paymentId={paymentId} wallet={wallet} onBack={() => setWallet(null)} onDone={onDone} />;
  return (
    <Stack>
      <Text>Connect the wallet that the money should go to, and sign. It costs nothing and moves nothing.</Text>
      {paidFrom !== null && (
        <Text size="note" muted>
          If the wallet <Hash value={paidFrom} shape="address" what="wallet that paid" /> that you paid from is yours alone, use it first;
          an exchange&apos;s cannot sign.
        </Text>
      )}
      <Suspense fallback={<SkeletonPart />}>
        <WalletProof
          onProven={(proven) => {
            setWallet(proven);
            return Promise.resolve(null);
          }}
        />
      </Suspense>
    </Stack>
  );
}

/** Asks for the password, and for a code if the second factor is on. */
export function Confirm(props: { paymentId: string; wallet: ProvenWallet; onBack: () => void; onDone: () => void }) {
  const { data } = trpc.auth.secondFactor.useQuery();
  if (!data) return <SkeletonPart />;
  return <ConfirmForm {...props} hasSecondFactor={data.enabledAt !== null} hasPassword={data.hasPassword} />;
}

interface ConfirmFormProps {
  paymentId: string;
  wallet: ProvenWallet;
  hasSecondFactor: boolean;
  hasPassword: boolean;
  onBack: () => void;
  onDone: () => void;
}

function ConfirmForm({ paymentId, wallet, hasSecondFactor, hasPassword, onBack, onDone }: ConfirmFormProps) {
  const name = useNameWallet(paymentId, wallet);
  const send = async (owner: OwnerProof) => {
    const refusal = await name(owner);
    if (refusal === null) onDone();
    return refusal;
  };
  return (
    <OwnerForm
      label="Confirm the wallet"
      action="Send refunds there"
      hint="So that no one else can choose a wallet for you."
      hasSecondFactor={hasSecondFactor}
      hasPassword={hasPassword}
      onProof={send}
      beside={
        <Button variant="quiet" onClick={onBack}>
          Back
        </Button>
      }
    >
      <DescriptionList>
        <Description label="Wallet">
          <Hash value={wallet.walletAddress} shape="detail" what="wallet address" />
        </Description>
      </DescriptionList>
    </OwnerForm>
  );
}

/** Saves the wallet. Returns null, or the error. */
function useNameWallet(paymentId: string, { proof }: ProvenWallet) {
  const nameWallet = trpc.refunds.nameWallet.useMutation();
  return async (owner: OwnerProof) => {
    const wish = { paymentId, ...proof };
    try {
      await nameWallet.mutateAsync({ ...wish, ...owner });
      toast.success("Refunds of this payment go to this wallet");
      return null;
    } catch (error) {
      const { password, code } = fieldErrors(error);
      if (password !== undefined || code !== undefined) return { fields: { password, code } };
      const isOver = errorCode(error) === "WALLET_PROOF_EXPIRED";
      const message = errorMessage(error);
      return { title: message, ...(isOver && { detail: "Go back and sign again." }) };
    }
  };
}
