import { ownerForm, type ProvenSecondFactorInput } from "@hearth/domain/auth/second-factor";
import { useState } from "react";
import { AppForm, useAppForm } from "../../../kit/form/form.tsx";
import { trpc } from "../../../lib/trpc.ts";
import { Dialog } from "../../../ui/dialog.tsx";
import { TextButton } from "../../../ui/text-anchor.tsx";
import { Text } from "../../../ui/typography.tsx";
import { refusalOf } from "../refusal.ts";
import { codeWords } from "./code-form.tsx";
import { RecoveryCodes } from "./recovery-codes.tsx";

/** API area the account is signed in to. Both areas share the same second factor. */
export type Area = "auth" | "admin";

interface ProveDialogProps {
  area: Area;
  open: boolean;
  onClose: () => void;
}

/** Switches the second factor off. Asks for the password and a code. */
export function SwitchOffDialog({ area, open, onClose, onDone }: ProveDialogProps & { onDone: () => void }) {
  const end = trpc[area].endSecondFactor.useMutation();
  return (
    <Dialog small open={open} onClose={onClose} title="Switch off two-step sign-in">
      <ProofForm
        area={area}
        lead="Signing in then asks for no code. If you have no passkey, your recovery codes are deleted."
        hasApp
        action="Switch off"
        onProof={async (proof) => {
          await end.mutateAsync(proof);
          onDone();
        }}
      />
    </Dialog>
  );
}

/** Creates and shows new recovery codes. Asks for the password and a code. */
export function RenewDialog({ open, onClose, ...rest }: ProveDialogProps) {
  return (
    <Dialog small open={open} onClose={onClose} title="New recovery codes">
      <Renew {...rest} onClose={onClose} />
    </Dialog>
  );
}

function Renew({ area, onClose }: Omit<ProveDialogProps, "open">) {
  const factor = trpc[area].secondFactor.useQuery();
  const renew = trpc[area].renewRecoveryCodes.useMutation();
  if (renew.data) return <RecoveryCodes codes={renew.data.recoveryCodes} action="Done" onDone={onClose} />;
  return (
    <ProofForm
      area={area}
      lead="The codes you have now stop working."
      hasApp={factor.data?.enabledAt != null}
      action="Make new codes"
      onProof={async (proof) => {
        await renew.mutateAsync(proof);
      }}
    />
  );
}

interface ProofFormProps {
  area: Area;
  lead: string;
  action: string;
  /** False skips the code. The server then requires a passkey if the session is not fresh. */
  hasApp: boolean;
  /** Throws if the server refuses. */
  onProof: (proof: ProvenSecondFactorInput) => Promise<void>;
}

/** Asks for the password if the account has one, and a code from the app or the recovery list. */
function ProofForm({ area, lead, action, hasApp, onProof }: ProofFormProps) {
  const [isRecovery, setRecovery] = useState(false);
  const hasPassword = trpc[area].secondFactor.useQuery().data?.hasPassword !== false;
  const form = useAppForm({
    defaultValues: { password: "", code: "" },
    schema: ownerForm({ hasSecondFactor: hasApp, hasPassword }),
    onSubmit: async ({ password, code }) => {
      try {
        await onProof({ ...(hasPassword && { password }), code });
      } catch (error) {
        return refusalOf(error, "This could not be done. Please try again.").message;
      }
    },
  });
  return (
    <AppForm form={form} label={action}>
      <Text>{lead}</Text>
      {hasPassword && (
        <form.AppField name="password">
          {(field) => <field.PasswordField label="Your password" autoComplete="current-password" />}
        </form.AppField>
      )}
      {hasApp && (
        <>
          <form.AppField name="code">{(field) => <field.CodeField {...codeWords(isRecovery)} />}</form.AppField>
          <div>
            <TextButton size="small" onClick={() => setRecovery(!isRecovery)}>
              {isRecovery ? "Use the authenticator app" : "Use a recovery code instead"}
            </TextButton>
          </div>
        </>
      )}
      <form.SubmitButton wide>{action}</form.SubmitButton>
    </AppForm>
  );
}
