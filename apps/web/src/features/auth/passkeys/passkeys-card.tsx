import { useState } from "react";
import { trpc } from "../../../lib/trpc.ts";
import { Actions, Button } from "../../../ui/button.tsx";
import { ErrorState } from "../../../ui/empty.tsx";
import { Time } from "../../../ui/moment.tsx";
import { SkeletonLedger } from "../../../ui/skeleton.tsx";
import { Dot, Text } from "../../../ui/typography.tsx";
import { knowsPasskeys, type Passkey } from "../../../lib/passkey.ts";
import type { Area } from "../second-factor/prove-dialog.tsx";
import { AddPasskeyDialog, RemovePasskeyDialog, RenamePasskeyDialog } from "./passkey-dialogs.tsx";
import styles from "./passkeys.module.css";

type Opened = { dialog: "add" } | { dialog: "rename" | "remove"; passkey: Passkey } | null;

/** Lists the account's passkeys with the actions to add, rename and remove them. */
export function PasskeysCard({ area }: { area: Area }) {
  const [opened, setOpened] = useState<Opened>(null);
  const passkeys = trpc[area].passkeys.useQuery();
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
        <Text>
          None yet. A passkey signs you in with your finger, your face or your device&apos;s PIN, and no one can guess it or talk you out of
          it.
        </Text>
      ) : (
        <ul className={styles.passkeys}>
          {passkeys.data.map((passkey) => (
            <li key={passkey._id} className={styles.passkey}>
              <Words passkey={passkey} />
              <Actions>
                <Button size="small" aria-label={`Rename ${passkey.name}`} onClick={() => setOpened({ dialog: "rename", passkey })}>
                  Rename
                </Button>
                <Button size="small" aria-label={`Remove ${passkey.name}`} onClick={() => setOpened({ dialog: "remove", passkey })}>
                  Remove
                </Button>
              </Actions>
            </li>
          ))}
        </ul>
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
      {opened?.dialog === "rename" && <RenamePasskeyDialog area={area} passkey={opened.passkey} onClose={close} />}
      {opened?.dialog === "remove" && (
        <RemovePasskeyDialog area={area} passkey={opened.passkey} isLast={passkeys.data.length === 1} onClose={close} />
      )}
    </div>
  );
}

function Words({ passkey: { name, createdAt, lastUsedAt, isBackedUp } }: { passkey: Passkey }) {
  return (
    <div className={styles.words}>
      <Text strong>{name}</Text>
      <Text size="note" muted>
        Added <Time at={createdAt} shape="day" />
        <Dot />
        {lastUsedAt === null ? (
          "Not used yet"
        ) : (
          <>
            Last used <Time at={lastUsedAt} shape="minute" />
          </>
        )}
        {!isBackedUp && (
          <>
            <Dot />
            On one device only
          </>
        )}
      </Text>
    </div>
  );
}
