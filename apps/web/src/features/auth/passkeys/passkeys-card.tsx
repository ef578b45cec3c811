import { useState } from "react";
import { trpc } from "../../../lib/trpc.ts";
import { Actions, Button } from "../../../ui/button.tsx";
import { ErrorState } from "../../../ui/empty.tsx";
import { SkeletonLedger } from "../../../ui/skeleton.tsx";
import { Text } from "../../../ui/typography.tsx";
import { knowsPasskeys, type Passkey } from "../../../lib/passkey.ts";
import type { Area } from "../second-factor/prove-dialog.tsx";
import { AddPasskeyDialog, RemovePasskeyDialog, RenamePasskeyDialog } from "./passkey-dialogs.tsx";
import { PasskeyList } from "./passkey-list.tsx";
import styles from "./passkeys.module.css";

/** Says what signs an account in that has no passkey of its own: its wallet's passkeys, if it has any. */
function NoPasskey({ area }: { area: Area }) {
  const wallet = trpc.passkeyWallet.read.useQuery(undefined, { enabled: area === "auth", staleTime: 0 });
  if (wallet.isLoading) return <SkeletonLedger rows={1} />;
  const names = wallet.data?.wallet?.passkeys.map(({ name }) => name) ?? [];
  if (names.length === 0) {
    return (
      <Text>
        None yet. A passkey signs you in with your finger, your face or your device&apos;s PIN, and no one can guess it or talk you out of
        it.
      </Text>
    );
  }
  return (
    <Text>
      {names.length === 1 ? "The passkey of your wallet signs you in" : "The passkeys of your wallet sign you in"}: {names.join(", ")}. You
      find {names.length === 1 ? "it" : "them"} under “Passkey wallet” on this page. A passkey that you add here signs you in as well, and
      does not open your wallet.
    </Text>
  );
}

type Opened = { dialog: "add" } | { dialog: "rename" | "remove"; passkey: Passkey } | null;

/** Lists the account's passkeys with the actions to add, rename and remove them. */
export function PasskeysCard({ area }: { area: Area }) {
  const [opened, setOpened] = useState<Opened>(null);
  const passkeys = trpc[area].passkeys.useQuery();
  const rename = trpc[area].renamePasskey.useMutation();
  const remove = trpc[area].removePasskey.useMutation();
  const close = () => setOpened(null);
  if (!passkeys.data) {
    if (!passkeys.isError) return <SkeletonLedger rows={1} />;
    return (
      <ErrorState onRetry={() => void passkeys.refetch()} busy={passkeys.isFetching}>
        Your passkeys could not be loaded.
      </ErrorState>
    );
  }
  return (
    <div className={styles.card}>
      {passkeys.data.length === 0 ? (
        <NoPasskey area={area} />
      ) : (
        <PasskeyList
          passkeys={passkeys.data}
          onRename={(passkey) => setOpened({ dialog: "rename", passkey })}
          onRemove={(passkey) => setOpened({ dialog: "remove", passkey })}
        />
      )}
      {knowsPasskeys() ? (
        <Actions>
          <Button onClick={() => setOpened({ dialog: "add" })}>Add a passkey</Button>
        </Actions>
      ) : (
        <Text size="note" muted>
          This browser does not support passkeys.
        </Text>
      )}
      <AddPasskeyDialog area={area} isFirst={passkeys.data.length === 0} open={opened?.dialog === "add"} onClose={close} />
      {opened?.dialog === "rename" && <RenamePasskeyDialog passkey={opened.passkey} rename={rename.mutateAsync} onClose={close} />}
      {opened?.dialog === "remove" && (
        <RemovePasskeyDialog passkey={opened.passkey} remove={remove.mutateAsync} onClose={close}>
          “{opened.passkey.name}” does not sign in to your account any more. Delete it from your device too.
          {passkeys.data.length === 1 && " It is your last one."}
        </RemovePasskeyDialog>
      )}
    </div>
  );
}
