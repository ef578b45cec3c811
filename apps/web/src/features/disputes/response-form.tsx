import { commentInput } from "@hearth/domain/disputes/inputs";
import { z } from "zod";
import { AppForm, useAppForm } from "../../kit/form/form.tsx";
import { Actions } from "../../ui/button.tsx";

interface ResponseFormProps {
  disputeId: string;
  /** Names who will read the response, for the hint. */
  readers: string;
  /** Returns the error message, or null once it is sent. */
  onSend: (comment: string) => Promise<string | null>;
  variant?: "primary" | "plain" | undefined;
  onEdit?: (comment: string) => void;
}

const schema = z.object({ comment: commentInput.shape.comment });

/** Form for a response to an open dispute. A sent response cannot be changed. */
export function ResponseForm({ disputeId, readers, onSend, variant = "primary", onEdit }: ResponseFormProps) {
  const form = useAppForm({
    about: disputeId,
    defaultValues: { comment: "" },
    schema,
    onEdit: (values) => onEdit?.(values.comment),
    onSubmit: async ({ comment }) => {
      const problem = await onSend(comment);
      if (problem !== null) return problem;
      form.reset();
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
