import { cardTypedData } from "@hearth/chain/payee-card";
import { useState } from "react";
import { type Outputs, trpcClient } from "../../../lib/trpc.ts";
import { Field } from "../../../ui/field.tsx";
import { PasswordInput } from "../../../ui/inputs.tsx";
import { Stack } from "../../../ui/stack.tsx";
import { PayoutWalletProof } from "../../../features/wallet/payout-wallet-proof.tsx";
import { passwordHint, useProtectedWallet } from "./password-rule.ts";
import { useSetWallet } from "./use-set-wallet.ts";

type Business = Outputs["merchant"]["business"];

/** Proves the current payout wallet with a signature. */
export function ProveWallet({ walletAddress }: { walletAddress: string }) {
  const setWallet = useSetWallet();
  return <PayoutWalletProof action="Prove this wallet" signer={walletAddress} onProven={setWallet} />;
}

interface AgreeAtOnceProps {
  /** The current payout wallet. */
  walletAddress: string;
  pending: NonNullable<Business["pendingWallet"]>;
}

/** Lets the current payout wallet approve a pending change, which then takes effect at once. */
export function AgreeAtOnce({ walletAddress, pending }: AgreeAtOnceProps) {
  const [password, setPassword] = useState("");
  const setWallet = useSetWallet();
  const hasPassword = useProtectedWallet(walletAddress) !== null;
  return (
    <Stack>
      {hasPassword && (
        <Field label="Your password" hint={passwordHint}>
          <PasswordInput autoComplete="current-password" value={password} onChange={({ target }) => setPassword(target.value)} />
        </Field>
      )}
      <PayoutWalletProof
        action="Sign and change it now"
        signer={walletAddress}
        payoutAddress={pending.walletAddress}
        onProven={async ({ proof }, signCard) => {
          const { present, next } = await trpcClient.merchant.payeeCard.query({ walletAddress: pending.walletAddress });
          // A business with a payee card signs the next one too. Otherwise its payers would have to wait.
          const payeeCard = present && next && { card: next, signature: await signCard(cardTypedData(next)) };
          const change = { walletAddress: pending.walletAddress, proof, ...(hasPassword && { password }), ...(payeeCard && { payeeCard }) };
          const refusal = await setWallet(change);
          if (refusal === null) setPassword("");
          return refusal;
        }}
      />
    </Stack>
  );
}
