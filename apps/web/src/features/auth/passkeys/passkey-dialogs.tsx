import { passkeyNameForm } from "@hearth/domain/auth/passkeys";
import { type ReactNode, useState } from "react";
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
  passkey: Passkey;
  onClose: () => void;
}

interface RenamePasskeyDialogProps extends PasskeyDialogProps {
  rename: (input: { passkeyId: string; name: string }) => Promise<unknown>;
}

/** Renames a passkey of the account or of its passkey wallet. */
export function RenamePasskeyDialog({ passkey, rename, onClose }: RenamePasskeyDialogProps) {
  const form = useAppForm({
    about: passkey._id,
    defaultValues: { name: passkey.name },
    schema: passkeyNameForm,
    onSubmit: async ({ name }) => {
      try {
        await rename({ passkeyId: passkey._id, name });
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

interface RemovePasskeyDialogProps extends PasskeyDialogProps {
  remove: (input: { passkeyId: string }) => Promise<unknown>;
  /** Sentences about the consequences. */
  children: ReactNode;
}

/** Confirms the removal of a passkey of the account or of its passkey wallet. */
export function RemovePasskeyDialog({ passkey, remove, onClose, children }: RemovePasskeyDialogProps) {
  const [failure, setFailure] = useState<string | null>(null);
  const [isRemoving, setIsRemoving] = useState(false);

  async function confirm() {
    setFailure(null);
    setIsRemoving(true);
    try {
      await remove({ passkeyId: passkey._id });
      toast.success("The passkey is removed");
      onClose();
    } catch (error) {
      setFailure(errorMessage(error, "The passkey could not be removed. Please try again."));
    } finally {
      setIsRemoving(false);
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
          <Button variant="danger" busy={isRemoving} onClick={() => void confirm()}>
            Remove
          </Button>
        </>
      }
    >
      <Stack>
        {failure !== null && <Alert tone="bad" title={failure} announce />}
        <Text>{children}</Text>
      </Stack>
    </Dialog>
  );
}
