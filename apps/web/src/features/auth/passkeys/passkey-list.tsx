import type { Passkey } from "../../../lib/passkey.ts";
import { Actions, Button } from "../../../ui/button.tsx";
import { Time } from "../../../ui/moment.tsx";
import { Dot, Text } from "../../../ui/typography.tsx";
import styles from "./passkeys.module.css";

interface PasskeyListProps {
  passkeys: readonly Passkey[];
  onRename: (passkey: Passkey) => void;
  onRemove: (passkey: Passkey) => void;
}

/** Lists passkeys, each with its name, its dates, whether its provider keeps a copy, and its buttons. */
export function PasskeyList({ passkeys, onRename, onRemove }: PasskeyListProps) {
  return (
    <ul className={styles.passkeys}>
      {passkeys.map((passkey) => (
        <li key={passkey._id} className={styles.passkey}>
          <Words passkey={passkey} />
          <Actions>
            <Button size="small" aria-label={`Rename ${passkey.name}`} onClick={() => onRename(passkey)}>
              Rename
            </Button>
            <Button size="small" aria-label={`Remove ${passkey.name}`} onClick={() => onRemove(passkey)}>
              Remove
            </Button>
          </Actions>
        </li>
      ))}
    </ul>
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
        <Dot />
        {isBackedUp ? "Synced to your other devices" : "On one device only"}
      </Text>
    </div>
  );
}
