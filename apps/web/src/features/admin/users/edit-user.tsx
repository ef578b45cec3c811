import { editUserFields } from "@hearth/domain/admin/inputs";
import { accountStatuses } from "@hearth/domain/auth/roles";
import { useState } from "react";
import { errorCode, errorMessage } from "../../../lib/api-error.ts";
import { useAppForm } from "../../../lib/form.tsx";
import { trpc } from "../../../lib/trpc.ts";
import { useFirstErrorFocus } from "../../../lib/use-first-error-focus.ts";
import { Actions, Button } from "../../../ui/button.tsx";
import { FieldRow, Form } from "../../../ui/field.tsx";
import { toast } from "../../../ui/toast-manager.ts";
import { EditFailure, type Failure } from "../filters/edit-failure.tsx";
import styles from "../filters/filters.module.css";
import { statusName } from "../filters/status-name.ts";
import type { User } from "./user-page.tsx";

/** Changes an account. What somebody else has changed meanwhile is not overwritten. */
export function EditUser({ user, onClose }: { user: User; onClose: () => void }) {
  const utils = trpc.useUtils();
  const edit = trpc.admin.editUser.useMutation();
  const [failure, setFailure] = useState<Failure | null>(null);
  const { ref, onSubmitInvalid } = useFirstErrorFocus();
  const { firstName, lastName, email, status, updatedAt } = user;
  const form = useAppForm({
    defaultValues: { firstName, lastName, email, phoneNumber: user.phoneNumber ?? "", walletAddress: user.walletAddress ?? "", status },
    canSubmitWhenInvalid: true,
    validators: { onSubmit: editUserFields },
    listeners: { onChange: () => setFailure(null) },
    onSubmitInvalid,
    onSubmit: async ({ value }) => {
      try {
        const saved = await edit.mutateAsync({ ...editUserFields.parse(value), userId: user._id, updatedAt });
        utils.admin.user.setData({ userId: user._id }, saved);
        void utils.admin.users.invalidate();
        toast.success("User updated");
        onClose();
      } catch (error) {
        setFailure({ message: errorMessage(error, "Failed to update user"), isStale: errorCode(error) === "CONFLICT" });
      }
    },
  });
  const showCurrent = () => void utils.admin.user.invalidate({ userId: user._id }).then(onClose);

  return (
    <Form
      ref={ref}
      aria-label="Edit user"
      className={styles.record}
      onSubmit={(event) => {
        event.preventDefault();
        void form.handleSubmit();
      }}
    >
      {failure && <EditFailure failure={failure} onShowCurrent={showCurrent} />}
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
          <field.SelectField label="Status" hint="A change counts at once and signs the user out everywhere.">
            {accountStatuses.map((value) => (
              <option key={value} value={value}>
                {statusName(value)}
              </option>
            ))}
          </field.SelectField>
        )}
      </form.AppField>
      <Actions>
        <form.AppForm>
          <form.SubmitButton>Save Changes</form.SubmitButton>
        </form.AppForm>
        <Button look="quiet" onClick={onClose} disabled={edit.isPending}>
          Cancel
        </Button>
      </Actions>
    </Form>
  );
}
