import { commentInput } from "@hearth/domain/disputes/inputs";
import { useState } from "react";
import { z } from "zod";
import { AppForm, useAppForm } from "../../kit/form/form.tsx";
import { Actions } from "../../ui/button.tsx";

interface ResponseFormProps {
  /** Names who will read the response, for the hint. */
  readers: string;
  /** Returns the error message, or null once it is sent. */
  onSend: (comment: string) => Promise<string | null>;
  variant?: "primary" | "plain" | undefined;
  /** Draft to start with. */
  initial?: string;
  onEdit?: (comment: string) => void;
}

const schema = z.object({ comment: commentInput.shape.comment });

/** Form for a response to an open dispute. A sent response cannot be changed. */
export function ResponseForm({ readers, onSend, variant = "primary", initial = "", onEdit }: ResponseFormProps) {
  // Keeps the first `initial`: the parent passes the typed text back as `initial`, and the form's reset must not restore it.
  const [begin] = useState({ comment: initial });
  const form = useAppForm({
    defaultValues: begin,
    schema,
    onEdit: (values) => onEdit?.(values.comment),
    onSubmit: async ({ comment }) => {
      const problem = await onSend(comment);
      if (problem !== null) return problem;
      form.reset({ comment: "" });
    },
  });
  return (
    <AppForm form={form} label="Respond">
      <form.AppField name="comment">
        {(field) => (
          <field.TextareaField
            label="Your response"
            rows={3}
            placeholder="What happened, and what you propose"
            hint={`${readers} will read this. It cannot be changed later.`}
          />
        )}
      </form.AppField>
      <Actions>
        <form.SubmitButton variant={variant}>Send response</form.SubmitButton>
      </Actions>
    </AppForm>
  );
}
