import { useState } from "react";
import { Button } from "../../../ui/button.tsx";
import { FieldError } from "../../../ui/field.tsx";
import type { FormOutcome } from "../outcome.ts";

export const touchLabel = "Continue with Face ID, fingerprint or PIN";

interface TouchButtonProps {
  /** Button label. */
  children: string;
  onPress: () => Promise<FormOutcome>;
  variant?: "primary" | "plain";
  wide?: boolean;
}

/** Button that opens the wallet's page for a passkey, and says why nothing came of it. */
export function TouchButton({ children, onPress, variant = "plain", wide = false }: TouchButtonProps) {
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const press = async () => {
    setBusy(true);
    setFailure(null);
    const outcome = await onPress();
    setFailure(outcome.ok ? null : outcome.message);
    setBusy(false);
  };
  return (
    <div>
      <Button variant={variant} size={wide ? "large" : "medium"} wide={wide} busy={busy} onClick={() => void press()}>
        {children}
      </Button>
      {failure !== null && <FieldError>{failure}</FieldError>}
    </div>
  );
}
