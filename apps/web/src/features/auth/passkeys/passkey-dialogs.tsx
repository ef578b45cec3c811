import { passkeyNameForm } from "@hearth/domain/auth/passkeys";
import { useState } from "react";
import { AppForm, useAppForm } from "../../../kit/form/form.tsx";
import { errorMessage } from "../../../lib/api-error.ts";
import { makePasskey, type Passkey } from "../../../lib/passkey.ts";
import { trpc } from "../../../lib/trpc.ts";
import { Alert } from "../../../ui/alert.tsx";
import { Button } from "../../../ui/button.tsx";
import { Dialog } from "../../../ui/dialog.tsx";
import { Stack } from "../../../ui/stack.tsx";
import { toast } from "../../../ui/toast-manager.ts";
import { Text } from "../../../ui/typography.tsx";
import type { Area } from "../second-factor/prove-dialog.tsx";
import { RecoveryCodes } from "../second-factor/recovery-codes.tsx";

interface AddPasskeyDialogProps {
  area: Area;
  isFirst: boolean;
  open: boolean;
  onClose: () => void;
}

/** Adds a passkey: its name, the browser's dialog, then recovery codes if this is the account's first second factor. */
export function AddPasskeyDialog({ open, onClose, ...rest }: AddPasskeyDialogProps) {
  return (
    <Dialog small open={open} onClose={onClose} title="Add a passkey">
      <AddPasskey {...rest} onClose={onClose} />
    </Dialog>
  );
}

function AddPasskey({ area, isFirst, onClose }: Omit<AddPasskeyDialogProps, "open">) {
  const begin = trpc[area].beginPasskey.useMutation();
  const add = trpc[area].addPasskey.useMutation();
  const [codes, setCodes] = useState<string[] | null>(null);
  const form = useAppForm({
    defaultValues: { name: "" },
    schema: passkeyNameForm,
    onSubmit: async ({ name }) => {
      try {
        const made = await makePasskey(await begin.mutateAsync());
        if (!made.ok) return made.message ?? "No passkey was made.";
        const { recoveryCodes } = await add.mutateAsync({ name, response: made.response });
        setCodes(recoveryCodes);
        if (recoveryCodes === null) onClose();
        toast.success("The passkey is added");
      } catch (error) {
        return errorMessage(error, "The passkey could not be added. Please try again.");
      }
    },
  });
  if (codes) return <RecoveryCodes codes={codes} action="Done" onDone={onClose} />;
  return (
    <AppForm form={form} label="Add a passkey">
      <Text>
        Your browser asks where to keep it: on this device, in your password manager, on a phone or on a security key.
        {isFirst && " From then on the password alone does not sign in, and your other devices are signed out."}
      </Text>
      <form.AppField name="name">
        {(field) => <field.TextField label="Name" hint="So you can tell it apart, like “My phone”." autoComplete="off" />}
      </form.AppField>
      <form.SubmitButton wide>Continue</form.SubmitButton>
    </AppForm>
  );
}

interface PasskeyDialogProps {
  area: Area;
  passkey: Passkey;
  onClose: () => void;
}

export function RenamePasskeyDialog({ area, passkey, onClose }: PasskeyDialogProps) {
  const rename = trpc[area].renamePasskey.useMutation();
  const form = useAppForm({
    about: passkey._id,
    defaultValues: { name: passkey.name },
    schema: passkeyNameForm,
    onSubmit: async ({ name }) => {
      try {
        await rename.mutateAsync({ passkeyId: passkey._id, name });
        onClose();
      } catch (error) {
        return errorMessage(error, "The name could not be changed. Please try again.");
      }
    },
  });
  return (
    <Dialog small open onClose={onClose} title="Rename the passkey">
      <AppForm form={form} label="Rename the passkey">
        <form.AppField name="name">{(field) => <field.TextField label="Name" autoComplete="off" />}</form.AppField>
        <form.SubmitButton wide>Save</form.SubmitButton>
      </AppForm>
    </Dialog>
  );
}

/** Confirms the removal of a passkey. */
export function RemovePasskeyDialog({ area, passkey, isLast, onClose }: PasskeyDialogProps & { isLast: boolean }) {
  const remove = trpc[area].removePasskey.useMutation();
  const [failure, setFailure] = useState<string | null>(null);

  async function confirm() {
    setFailure(null);
    try {
      await remove.mutateAsync({ passkeyId: passkey._id });
      toast.success("The passkey is removed");
      onClose();
    } catch (error) {
      setFailure(errorMessage(error, "The passkey could not be removed. Please try again."));
    }
  }

  return (
    <Dialog
      small
      open
      onClose={onClose}
      title="Remove the passkey?"
      foot={
        <>
          <Button variant="quiet" onClick={onClose}>
            Keep it
          </Button>
          <Button variant="danger" busy={remove.isPending} onClick={() => void confirm()}>
            Remove
          </Button>
        </>
      }
    >
      <Stack>
        {failure !== null && <Alert tone="bad" title={failure} announce />}
        <Text>
          “{passkey.name}” does not sign in to your account any more. Delete it from your device too.
          {isLast && " It is your last one."}
        </Text>
      </Stack>
    </Dialog>
  );
}
