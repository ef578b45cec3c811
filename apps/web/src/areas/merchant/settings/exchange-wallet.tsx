import { useState } from "react";
import { TextLink } from "../../../kit/links.tsx";
import type { Outputs } from "../../../lib/trpc.ts";
import { Button } from "../../../ui/button.tsx";
import { Description, DescriptionList } from "../../../ui/description-list.tsx";
import { Field } from "../../../ui/field.tsx";
import { Hash } from "../../../ui/hash.tsx";
import { PasswordInput } from "../../../ui/inputs.tsx";
import { Alert } from "../../../ui/alert.tsx";
import { Stack } from "../../../ui/stack.tsx";
import { Status } from "../../../kit/status/status.tsx";
import { Text } from "../../../ui/typography.tsx";
import { needsPassword, passwordHint, useProtectedWallet } from "./password-rule.ts";
import { PayoutWaitNote } from "./payout-wait-note.tsx";
import { useSetWallet } from "./use-set-wallet.ts";

interface ExchangeWalletProps {
  address: string;
  business: Pick<Outputs["merchant"]["business"], "walletAddress">;
}

/** Shows the linked exchange wallet, with a button to use it for payouts. */
export function ExchangeWallet({ address, business: { walletAddress: current } }: ExchangeWalletProps) {
  const isCurrent = current?.toLowerCase() === address.toLowerCase();
  return (
    <Stack>
      <DescriptionList>
        <Description label="Coinbase wallet">
          <Hash value={address} shape="detail" what="wallet address" />
        </Description>
        <Description label="Verification">
          <Status kind="wallet" value="verified" />
        </Description>
      </DescriptionList>
      {isCurrent ? <Text muted>You are paid into this wallet.</Text> : <UseWallet address={address} current={current} />}
      <Text size="note" muted>
        A Coinbase wallet only receives. To refund, you prove a wallet of your own once, where you start the refund.{" "}
        <TextLink size="small" to="/smart-wallet-setup" search={{ step: 5 }}>
          Manage what is linked
        </TextLink>
      </Text>
    </Stack>
  );
}

/** Button that uses the wallet for new checkouts. Asks for the password if it replaces another. */
function UseWallet({ address, current }: { address: string; current: string | null }) {
  const [password, setPassword] = useState("");
  const [refusal, setRefusal] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const setWallet = useSetWallet();
  const isNeeded = needsPassword(useProtectedWallet(current), address);
  const take = async () => {
    setBusy(true);
    setRefusal(await setWallet({ walletAddress: address, ...(isNeeded && { password }) }));
    setBusy(false);
  };
  return (
    <Stack>
      {isNeeded && (
        <Field label="Your password" hint={passwordHint}>
          <PasswordInput autoComplete="current-password" value={password} onChange={({ target }) => setPassword(target.value)} />
        </Field>
      )}
      <PayoutWaitNote current={current} />
      {refusal && <Alert tone="bad" title={refusal} announce />}
      <div>
        <Button variant="primary" busy={busy} onClick={() => void take()}>
          Use this wallet
        </Button>
      </div>
    </Stack>
  );
}
