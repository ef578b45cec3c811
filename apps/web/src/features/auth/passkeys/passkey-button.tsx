import { KeyRound } from "lucide-react";
import { useState } from "react";
import { knowsPasskeys, type ShownPasskey, showPasskey } from "../../../lib/passkey.ts";
import type { Outputs } from "../../../lib/trpc.ts";
import { Button } from "../../../ui/button.tsx";
import { FieldError } from "../../../ui/field.tsx";
import { type FormOutcome, lazyRefusalOf } from "../outcome.ts";

interface PasskeyButtonProps {
  /** Button label. */
  children: string;
  /** Fetches the passkey options for the browser from the server. */
  begin: () => Promise<Outputs["auth"]["beginPasskeySignIn"]>;
  onShown: (response: ShownPasskey) => Promise<FormOutcome>;
  wide?: boolean;
}

/** Button that asks for a passkey. Renders nothing if the browser does not support passkeys. */
export function PasskeyButton({ children, begin, onShown, wide = false }: PasskeyButtonProps) {
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  if (!knowsPasskeys()) return null;

  async function show(): Promise<string | null> {
    try {
      const result = await showPasskey(await begin());
      if (!result.ok) return result.message;
      const outcome = await onShown(result.response);
      return outcome.ok ? null : outcome.message;
    } catch (error) {
      return (await lazyRefusalOf(error, "The passkey could not be checked. Please try again.")).message;
    }
  }

  async function press() {
    setBusy(true);
    setFailure(null);
    setFailure(await show());
    setBusy(false);
  }

  return (
    <div>
      <Button icon={KeyRound} size={wide ? "large" : "medium"} wide={wide} busy={busy} onClick={() => void press()}>
        {children}
      </Button>
      {failure !== null && <FieldError>{failure}</FieldError>}
    </div>
  );
}
