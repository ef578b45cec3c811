import { TextLink } from "../../../kit/links.tsx";
import { useSession } from "../../../lib/session.ts";
import { Alert } from "../../../ui/alert.tsx";

/** Says that the loss of one device could lose the money, and where to add another one. */
export function AtRisk({ most }: { most: number }) {
  const isLandlord = useSession().user?.role === "merchant";
  return (
    <Alert tone="waiting" title="One lost device could lose this wallet">
      One passkey opens it, and that passkey is on one device only. Add one on your phone or another computer under{" "}
      <TextLink to={isLandlord ? "/merchant/settings" : "/settings"}>Settings</TextLink>. Until then keep at most ${most} in it.
    </Alert>
  );
}
