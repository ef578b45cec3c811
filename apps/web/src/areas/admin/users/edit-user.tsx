import { editUserFields } from "@hearth/domain/admin/inputs";
import type { z } from "zod";
import { useAppForm } from "../../../kit/form/form.tsx";
import { specifiedMessage } from "../../../lib/api-error.ts";
import { trpc, type Outputs } from "../../../lib/trpc.ts";
import { FieldRow } from "../../../ui/field.tsx";
import { toast } from "../../../ui/toast-manager.ts";
import { EditFrame } from "../../../kit/edit/edit-frame.tsx";
import { StatusOptions } from "../../../kit/status/status.tsx";

type User = Outputs["admin"]["user"];

/** Form that edits an account. Rejects the change if somebody else edited it meanwhile. */
export function EditUser({ user, onClose }: { user: User; onClose: () => void }) {
  const utils = trpc.useUtils();
  const edit = trpc.admin.editUser.useMutation();
  const { firstName, lastName, email, status } = user;
  const form = useAppForm({
    defaultValues: {
      firstName,
      lastName,
      email,
      phoneNumber: user.phoneNumber ?? "",
      walletAddress: user.walletAddress ?? "",
      status,
    } satisfies z.input<typeof editUserFields>,
    version: user.updatedAt,
    schema: editUserFields,
    onSubmit: async (fields, updatedAt) => {
      try {
        const saved = await edit.mutateAsync({ ...fields, userId: user._id, updatedAt });
        utils.admin.user.setData({ userId: user._id }, saved);
        toast.success("User updated");
        onClose();
      } catch (error) {
        return specifiedMessage(error, "Failed to update user");
      }
    },
  });

  return (
    <EditFrame form={form} label="Edit user" onCancel={onClose} busy={edit.isPending}>
      <FieldRow>
        <form.AppField name="firstName">{(field) => <field.TextField label="First name" autoComplete="off" />}</form.AppField>
        <form.AppField name="lastName">{(field) => <field.TextField label="Last name" autoComplete="off" />}</form.AppField>
      </FieldRow>
      <form.AppField name="email">
        {(field) => <field.TextField label="Email" type="email" autoComplete="off" hint="Another email signs the user out everywhere." />}
      </form.AppField>
      <form.AppField name="phoneNumber">
        {(field) => <field.TextField label="Phone number" type="tel" optional autoComplete="off" />}
      </form.AppField>
      <form.AppField name="walletAddress">
        {(field) => (
          <field.TextField
            label="Wallet address"
            optional
            autoComplete="off"
            spellCheck={false}
            hint="Another address is linked without proof, until its owner signs for it."
          />
        )}
      </form.AppField>
      <form.AppField name="status">
        {(field) => (
          <field.SelectField label="Status" hint="A change takes effect right away and signs the user out everywhere.">
            <StatusOptions />
          </field.SelectField>
        )}
      </form.AppField>
    </EditFrame>
  );
}
