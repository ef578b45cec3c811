import { CopyButton } from "../../../ui/copy-button.tsx";
import { Qr } from "../../../ui/qr.tsx";
import { Text } from "../../../ui/typography.tsx";
import type { FormOutcome } from "../outcome.ts";
import { CodeForm } from "./code-form.tsx";
import styles from "./second-factor.module.css";

interface AppSetupProps {
  /** Secret for the authenticator app, as text and as the URI of the QR code. */
  setup: { secret: string; uri: string };
  /** Button label. */
  action: string;
  onCode: (code: string) => Promise<FormOutcome>;
}

/** Shows the QR code and the secret for an authenticator app, then asks for the app's first code. */
export function AppSetup({ setup: { secret, uri }, action, onCode }: AppSetupProps) {
  const grouped = secret.match(/.{1,4}/g)?.join(" ") ?? secret;
  return (
    <div className={styles.setup}>
      <Text>Scan this with an authenticator app, then enter the code that it shows.</Text>
      <Qr value={uri} label="QR code for an authenticator app" />
      <div>
        <Text size="note" muted>
          On this device already, or the camera does not work? Add this key by hand:
        </Text>
        <p className={styles.secret}>
          <code>{grouped}</code>
          <CopyButton text={secret} what="key" />
        </p>
      </div>
      <CodeForm label="First code" action={action} onSubmit={onCode} />
    </div>
  );
}
