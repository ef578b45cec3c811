import { type ReactNode, useState } from "react";
import { AppForm, useAppForm } from "../../../kit/form/form.tsx";
import { lazySchema } from "../../../kit/form/rules.ts";
import { TextButton } from "../../../ui/text-anchor.tsx";
import type { FormOutcome } from "../outcome.ts";

const codeRules = lazySchema(async () => (await import("@hearth/domain/auth/second-factor")).confirmSecondFactorInput);

interface CodeFormProps {
  label: string;
  /** Button label. */
  action: string;
  onSubmit: (code: string) => Promise<FormOutcome>;
  /** Recovery codes: not accepted, accepted instead of an app's code, or the only option. */
  recovery?: "none" | "instead" | "only";
  /** Shown above the field. */
  lead?: ReactNode;
  /** Shown below the button. */
  foot?: ReactNode;
}

/** Asks for one code from the app or the recovery list. The server's refusal is shown above and cleared on edit. */
export function CodeForm({ label, action, onSubmit, recovery = "none", lead, foot }: CodeFormProps) {
  const [isRecovery, setRecovery] = useState(recovery === "only");
  const form = useAppForm({
    defaultValues: { code: "" },
    schema: codeRules,
    onSubmit: async ({ code }) => {
      const outcome = await onSubmit(code);
      return outcome.ok ? null : outcome.message;
    },
  });
  return (
    <AppForm form={form} label={label}>
      {lead}
      <form.AppField name="code">{(field) => <field.CodeField autoFocus={recovery !== "only"} {...codeWords(isRecovery)} />}</form.AppField>
      {recovery === "instead" && (
        <div>
          <TextButton
            size="small"
            onClick={() => {
              form.reset();
              setRecovery(!isRecovery);
            }}
          >
            {isRecovery ? "Use the authenticator app" : "Use a recovery code instead"}
          </TextButton>
        </div>
      )}
      <form.SubmitButton size="large" wide>
        {action}
      </form.SubmitButton>
      {foot}
    </AppForm>
  );
}

/** Label, hint and keyboard of a code field. */
export function codeWords(isRecovery: boolean) {
  return isRecovery
    ? { label: "Recovery code", hint: "One of the codes you saved when you set it up. Each works once.", digitsOnly: false }
    : { label: "Code", hint: "The six digits that your authenticator app shows for Hearth.", digitsOnly: true };
}
