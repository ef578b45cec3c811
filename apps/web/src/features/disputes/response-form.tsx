import { commentInput } from "@hearth/domain/disputes/inputs";
import { useState } from "react";
import { z } from "zod";
import { useAppForm } from "../../kit/form/form.tsx";
import { useFirstErrorFocus } from "../../kit/form/use-first-error-focus.ts";
import { Actions } from "../../ui/button.tsx";
import { Form } from "../../ui/field.tsx";
import { Note } from "../../ui/note.tsx";

interface ResponseFormProps {
  /** Who will read it, for the hint. */
  readers: string;
  /** Answers what went wrong, or null when it was sent. */
  onSend: (comment: string) => Promise<string | null>;
  look?: "primary" | "plain" | undefined;
  /** What was typed before and not sent. */
  initial?: string;
  onEdit?: (comment: string) => void;
}

const schema = z.object({ comment: commentInput.shape.comment });

/** A response in an open dispute; it cannot be changed later. */
export function ResponseForm({ readers, onSend, look = "primary", initial = "", onEdit }: ResponseFormProps) {
  const [failure, setFailure] = useState<string | null>(null);
  const { ref, onSubmitInvalid } = useFirstErrorFocus();
  // What it begins with stays, while what is typed comes back as `initial`: it would stand there again after it was sent.
  const [begin] = useState({ comment: initial });
  const form = useAppForm({
    defaultValues: begin,
    canSubmitWhenInvalid: true,
    validators: { onSubmit: schema },
    listeners: {
      onChange: ({ formApi }) => {
        setFailure(null);
        onEdit?.(formApi.state.values.comment);
      },
    },
    onSubmitInvalid,
    onSubmit: async ({ value }) => {
      const problem = await onSend(value.comment);
      setFailure(problem);
      if (problem === null) form.reset({ comment: "" }, { keepDefaultValues: true });
    },
  });
  return (
    <Form
      ref={ref}
      aria-label="Respond"
      onSubmit={(event) => {
        event.preventDefault();
        void form.handleSubmit();
      }}
    >
      {failure && <Note tone="bad" title={failure} announce />}
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
        <form.AppForm>
          <form.SubmitButton look={look}>Send response</form.SubmitButton>
        </form.AppForm>
      </Actions>
    </Form>
  );
}
