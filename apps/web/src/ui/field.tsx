import { CircleAlert } from "lucide-react";
import { useId, type FormHTMLAttributes, type ReactNode, type Ref } from "react";
import { cx } from "./cx.ts";
import { FieldContext } from "./field-context.ts";
import styles from "./field.module.css";
import { Icon } from "./icon.tsx";

export interface FieldProps {
  label: ReactNode;
  /** One control: Input, PasswordInput, Select, Textarea or AmountEntry; it ties itself to this field. */
  children: ReactNode;
  hint?: ReactNode;
  /** The sentence that says what is wrong; while present the control is marked. */
  error?: string | null | undefined;
  /** Marks the control without a sentence of its own, where one sentence stands for several fields. */
  invalid?: boolean | undefined;
  /** Says "(optional)" beside the label; a field without it is required. */
  optional?: boolean | undefined;
  /** Part of a filter above a list: nothing in it is required, and nothing needs to say so. */
  filter?: boolean;
  /** Right of the label: how many characters are used, for instance. */
  count?: ReactNode;
  className?: string | undefined;
}

/** Label above, control, hint below; the error takes the place under the hint. */
export function Field({ label, children, hint, error, invalid = false, optional = false, filter = false, count, className }: FieldProps) {
  const id = useId();
  const hintId = hint ? `${id}-hint` : undefined;
  const errorId = error ? `${id}-error` : undefined;
  const describedBy = [errorId, hintId].filter(Boolean).join(" ") || undefined;

  return (
    <div className={cx(styles.field, className)}>
      <div className={styles.top}>
        <label htmlFor={id}>
          {label}
          {optional && <span className={styles.optional}> (optional)</span>}
        </label>
        {count !== undefined && <span className={styles.count}>{count}</span>}
      </div>
      <FieldContext value={{ id, invalid: invalid || Boolean(error), required: !optional && !filter, describedBy }}>
        {children}
      </FieldContext>
      {hint && (
        <p id={hintId} className={styles.hint}>
          {hint}
        </p>
      )}
      {error && <FieldError id={errorId}>{error}</FieldError>}
    </div>
  );
}

/** The sentence that says what is wrong with a control. */
export function FieldError({ children, id }: { children: ReactNode; id?: string | undefined }) {
  return (
    <p id={id} className={styles.error} role="alert">
      <Icon icon={CircleAlert} size={15} />
      <span>{children}</span>
    </p>
  );
}

/** A form whose parts stand one below the other. The browser's own validation is off: fields say what is wrong themselves. */
export function Form({ className, ...rest }: FormHTMLAttributes<HTMLFormElement> & { ref?: Ref<HTMLFormElement> }) {
  return <form noValidate {...rest} className={cx(styles.form, className)} />;
}

/** Fields beside each other, one below the other where there is no room. */
export function FieldRow({ children }: { children: ReactNode }) {
  return <div className={styles.row}>{children}</div>;
}
