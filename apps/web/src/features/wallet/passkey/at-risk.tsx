import { TextLink } from "../../../kit/links.tsx";
import { Alert } from "../../../ui/alert.tsx";

/** Says that the loss of one device could lose the money, and where to add another one. */
export function AtRisk({ most }: { most: number }) {
  return (
    <Alert tone="waiting" title="One lost device could lose this wallet">
      One passkey opens it, and that passkey is on one device only. Sign in to Hearth on another phone or computer, and open the wallet
      there under <TextLink to="/settings">Settings</TextLink>. Until then keep at most ${most} in it.
    </Alert>
  );
}
