import { type ReactNode, useState } from "react";
import { AppForm, useAppForm } from "../../../kit/form/form.tsx";
import { fetchedRules } from "../../../kit/form/rules.ts";
import { TextButton } from "../../../ui/text-anchor.tsx";
import type { FormOutcome } from "../outcome.ts";

const codeRules = fetchedRules(async () => (await import("@hearth/domain/auth/second-factor")).confirmSecondFactorInput);

interface CodeFormProps {
  label: string;
  /** What the button says. */
  action: string;
  onSubmit: (code: string) => Promise<FormOutcome>;
  /** Whether a recovery code is not taken, may stand in for the app, or is all there is. */
  recovery?: "none" | "instead" | "only";
  /** Stands above the field. */
  lead?: ReactNode;
  /** Stands below the button. */
  foot?: ReactNode;
}

/** One code, of the app or a recovery code. What the server says against it stands above and goes away on edit. */
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
    <AppForm of={form} label={label}>
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

/** How the field of a code is called, for the app or a recovery code. */
export function codeWords(isRecovery: boolean) {
  return isRecovery
    ? { label: "Recovery code", hint: "One of the codes you saved when you set it up. Each works once.", digitsOnly: false }
    : { label: "Code", hint: "The six digits that your authenticator app shows for Hearth.", digitsOnly: true };
}
