import { ownerForm } from "@hearth/domain/auth/second-factor";
import type { ReactNode } from "react";
import { AppForm, type Refusal, useAppForm } from "../../kit/form/form.tsx";
import { codeWords } from "./second-factor/code-form.tsx";

/** Proof that the user holds the account: the password if it has one, and a code if the second factor is on. */
export interface OwnerProof {
  password?: string;
  code?: string;
}

interface OwnerFormProps {
  label: string;
  /** Button label. */
  action: string;
  hint: string;
  hasSecondFactor: boolean;
  /** False where a recent step-up takes the password's place. */
  hasPassword?: boolean;
  /** Returns null on success, or the refusal. */
  onProof: (proof: OwnerProof) => Promise<Refusal<{ password: string; code: string }> | null>;
  /** Shown above the fields. */
  children: ReactNode;
  /** Shown beside the button. */
  beside: ReactNode;
}

/** Asks the account's holder for the password if it has one, and for a code if the second factor is on. */
export function OwnerForm({ label, action, hint, hasSecondFactor, hasPassword = true, onProof, children, beside }: OwnerFormProps) {
  const form = useAppForm({
    defaultValues: { password: "", code: "" },
    schema: ownerForm({ hasSecondFactor, hasPassword }),
    onSubmit: ({ password, code }) => onProof({ ...(hasPassword && { password }), ...(hasSecondFactor && { code }) }),
  });
  return (
    <AppForm form={form} label={label}>
      {children}
      {hasPassword && (
        <form.AppField name="password">
          {(field) => <field.PasswordField label="Your password" autoComplete="current-password" hint={hint} />}
        </form.AppField>
      )}
      {hasSecondFactor && (
        <form.AppField name="code">
          {(field) => <field.CodeField {...codeWords(false)} digitsOnly={false} hint="Of your authenticator app, or a recovery code." />}
        </form.AppField>
      )}
      <div>
        <form.SubmitButton>{action}</form.SubmitButton> {beside}
      </div>
    </AppForm>
  );
}
