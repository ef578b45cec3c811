import { beginSecondFactorInput } from "@hearth/domain/auth/second-factor";
import { useState } from "react";
import { AppForm, useAppForm } from "../../../kit/form/form.tsx";
import { type Outputs, trpc } from "../../../lib/trpc.ts";
import { Dialog } from "../../../ui/dialog.tsx";
import { Text } from "../../../ui/typography.tsx";
import { type FormOutcome, refusalOf } from "../outcome.ts";
import type { Area } from "./area.ts";
import { AppSetup } from "./app-setup.tsx";
import { RecoveryCodes } from "./recovery-codes.tsx";

type Setup = Outputs["auth"]["setUpSecondFactor"];

interface SetUpDialogProps {
  area: Area;
  open: boolean;
  onClose: () => void;
}

/** Sets a second factor up in three steps: the password, the app, the recovery codes. */
export function SetUpDialog({ open, onClose, ...rest }: SetUpDialogProps) {
  return (
    <Dialog small open={open} onClose={onClose} title="Set up a second factor">
      <SetUp {...rest} onClose={onClose} />
    </Dialog>
  );
}

function SetUp({ area, onClose }: Omit<SetUpDialogProps, "open">) {
  const utils = trpc.useUtils();
  const [setup, setSetup] = useState<Setup | null>(null);
  const [codes, setCodes] = useState<string[] | null>(null);
  const confirm = trpc[area].confirmSecondFactor.useMutation();
  const onCode = async (code: string): Promise<FormOutcome> => {
    try {
      const { recoveryCodes } = await confirm.mutateAsync({ code });
      setCodes(recoveryCodes);
      await Promise.all([utils[area].secondFactor.invalidate(), utils.auth.devices.invalidate()]);
      return { ok: true };
    } catch (error) {
      return refusalOf(error, "The second factor could not be switched on. Please try again.");
    }
  };
  if (codes) return <RecoveryCodes codes={codes} action="Done" onDone={onClose} />;
  if (setup) return <AppSetup setup={setup} action="Switch on" onCode={onCode} />;
  return <PasswordStep area={area} onSetup={setSetup} />;
}

function PasswordStep({ area, onSetup }: { area: Area; onSetup: (setup: Setup) => void }) {
  const begin = trpc[area].setUpSecondFactor.useMutation();
  const form = useAppForm({
    defaultValues: { password: "" },
    schema: beginSecondFactorInput,
    onSubmit: async (proof) => {
      try {
        onSetup(await begin.mutateAsync(proof));
      } catch (error) {
        return refusalOf(error, "This could not be begun. Please try again.").message;
      }
    },
  });
  return (
    <AppForm of={form} label="Confirm that it is you">
      <Text>
        You need an authenticator app: many password managers have one, and phones have them from their app stores. Your other devices are
        signed out in the end.
      </Text>
      <form.AppField name="password">
        {(field) => <field.PasswordField label="Your password" autoComplete="current-password" />}
      </form.AppField>
      <form.SubmitButton wide>Go on</form.SubmitButton>
    </AppForm>
  );
}
