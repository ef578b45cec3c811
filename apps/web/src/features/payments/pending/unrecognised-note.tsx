import { TextLink } from "../../../kit/links.tsx";
import { Note } from "../../../ui/note.tsx";
import { useUnrecognised } from "./use-unrecognised.ts";

/** Money of this amount that came from a wallet nobody has linked: it may be the payer's own. */
export function UnrecognisedNote({ checkoutURL }: { checkoutURL: string | null }) {
  if (useUnrecognised(checkoutURL) === 0) return null;
  return (
    <Note tone="waiting" title="A transfer of this amount arrived from a wallet that is not linked to your account">
      If it is yours, <TextLink to="/smart-wallet-setup">link that wallet</TextLink> and it will be matched.
    </Note>
  );
}
