import { commentInput } from "@hearth/domain/disputes/inputs";
import { useState } from "react";
import { z } from "zod";
import { AppForm, useAppForm } from "../../kit/form/form.tsx";
import { Actions } from "../../ui/button.tsx";

interface ResponseFormProps {
  /** Who will read it, for the hint. */
  readers: string;
  /** Answers what went wrong, or null when it was sent. */
  onSend: (comment: string) => Promise<string | null>;
  variant?: "primary" | "plain" | undefined;
  /** What was typed before and not sent. */
  initial?: string;
  onEdit?: (comment: string) => void;
}

const schema = z.object({ comment: commentInput.shape.comment });

/** A response in an open dispute; it cannot be changed later. */
export function ResponseForm({ readers, onSend, variant = "primary", initial = "", onEdit }: ResponseFormProps) {
  // What it begins with stays, while what is typed comes back as `initial`: it would stand there again after it was sent.
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
    <AppForm of={form} label="Respond">
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
