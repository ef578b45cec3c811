import { useState } from "react";
import type { Outputs } from "../../../lib/trpc.ts";
import { Field } from "../../../ui/field.tsx";
import { PasswordInput } from "../../../ui/inputs.tsx";
import { Stack } from "../../../ui/stack.tsx";
import { PayoutWalletProof } from "../../../features/wallet/payout-wallet-proof.tsx";
import { needsPassword, passwordHint, useProtectedWallet } from "./password-rule.ts";
import { PayoutWaitNote } from "./payout-wait-note.tsx";
import styles from "./settings.module.css";
import { useSetWallet } from "./use-set-wallet.ts";

/** Connects a wallet, proves it with a signature and sets it for payouts. Asks for the password if it replaces another. */
export function ConnectPayout({ business }: { business: Pick<Outputs["merchant"]["business"], "walletAddress"> }) {
  const [password, setPassword] = useState("");
  const setWallet = useSetWallet();
  const protectedWallet = useProtectedWallet(business.walletAddress);
  const use = async (wallet: Parameters<typeof setWallet>[0]) => {
    const isNeeded = needsPassword(protectedWallet, wallet.walletAddress);
    const refusal = await setWallet({ ...wallet, ...(isNeeded && { password }) });
    if (refusal === null) setPassword("");
    return refusal;
  };
  return (
    <div className={styles.way}>
      <Stack>
        {protectedWallet !== null && (
          <Field label="Your password" hint={passwordHint}>
            <PasswordInput autoComplete="current-password" value={password} onChange={({ target }) => setPassword(target.value)} />
          </Field>
        )}
        <PayoutWaitNote current={business.walletAddress} />
        <PayoutWalletProof onProven={use} onOwn={(walletAddress) => use({ walletAddress })} />
      </Stack>
    </div>
  );
}
