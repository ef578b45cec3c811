import { useState } from "react";
import { TextLink } from "../../../kit/links.tsx";
import { trpc } from "../../../lib/trpc.ts";
import { Alert } from "../../../ui/alert.tsx";
import { Actions, Button } from "../../../ui/button.tsx";
import { Description, DescriptionList } from "../../../ui/description-list.tsx";
import { ErrorState } from "../../../ui/empty.tsx";
import { Hash } from "../../../ui/hash.tsx";
import { SkeletonPart } from "../../../ui/skeleton.tsx";
import { Stack } from "../../../ui/stack.tsx";
import { TextButton } from "../../../ui/text-anchor.tsx";
import { Text } from "../../../ui/typography.tsx";

interface OwnPayoutWalletProps {
  address: string;
  /** Has the business paid into the wallet. Returns null, or the error message. */
  onUse: (address: string) => Promise<string | null>;
  /** Disconnects the wallet, to choose another one. */
  onOther: () => void;
}

/** Says what it means to be paid into a passkey wallet, and uses it. Where one device alone opens the wallet, leads to a second passkey. */
export function OwnPayoutWallet({ address, onUse, onOther }: OwnPayoutWalletProps) {
  const own = trpc.passkeyWallet.read.useQuery(undefined, { staleTime: 0 });
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  if (own.isError) {
    return (
      <ErrorState onRetry={() => void own.refetch()} busy={own.isFetching}>
        Your passkey wallet could not be loaded.
      </ErrorState>
    );
  }
  if (!own.data) return <SkeletonPart />;
  const isAtRisk = own.data.wallet === null || own.data.wallet.mostAtRisk !== null;

  async function use() {
    setBusy(true);
    setProblem(await onUse(address));
    setBusy(false);
  }

  return (
    <Stack>
      <DescriptionList ruled>
        <Description label="Wallet">Passkey wallet</Description>
        <Description label="Address">
          <Hash value={address} shape="detail" what="wallet address" />
        </Description>
      </DescriptionList>
      <Text>
        Anyone who can unlock your device can take the money in this wallet. Your staff cannot: it opens for you alone. If you lose all its
        passkeys and the recovery code, the money is gone. Hearth cannot open it.
      </Text>
      {isAtRisk ? (
        <AddSecond busy={own.isFetching} onAgain={() => void own.refetch()} />
      ) : (
        <>
          {problem !== null && <Alert tone="bad" title={problem} announce />}
          <Actions>
            <Button variant="primary" busy={busy} onClick={() => void use()}>
              Use this wallet
            </Button>
          </Actions>
        </>
      )}
      <div>
        <TextButton onClick={onOther}>Use another wallet</TextButton>
      </div>
    </Stack>
  );
}

/** Says why a business needs a second passkey, and where to add it. */
function AddSecond({ busy, onAgain }: { busy: boolean; onAgain: () => void }) {
  return (
    <Alert tone="waiting" title="Add a second passkey first">
      <Stack>
        <Text>
          One passkey on one device opens this wallet, so a lost device could lose your rents. Add a passkey under{" "}
          <TextLink to="/merchant/settings" search={{ tab: "account" }}>
            Your Account
          </TextLink>
          : on your phone, by a QR code, or on another computer, where you sign in to Hearth. Then come back to this page.
        </Text>
        <Actions>
          <Button busy={busy} onClick={onAgain}>
            I added it
          </Button>
        </Actions>
      </Stack>
    </Alert>
  );
}
