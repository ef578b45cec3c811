import { CircleAlert } from "lucide-react";
import { useId, type FormHTMLAttributes, type ReactNode, type Ref } from "react";
import { cx } from "./cx.ts";
import { FieldContext } from "./field-context.ts";
import styles from "./field.module.css";
import { Icon } from "./icon.tsx";

export interface FieldProps {
  label: ReactNode;
  /** One control: Input, PasswordInput, Select, Textarea or AmountEntry. It connects itself to this field. */
  children: ReactNode;
  hint?: ReactNode;
  /** Error message. While present the control is marked as invalid. */
  error?: string | null | undefined;
  /** Marks the control as invalid without a message, if one message covers several fields. */
  invalid?: boolean | undefined;
  /** Shows "(optional)" beside the label. Other fields are required. */
  optional?: boolean | undefined;
  /** True for a filter above a list: not required, but without "(optional)". */
  filter?: boolean;
  /** Shown at the right of the label, for instance a character count. */
  count?: ReactNode;
  className?: string | undefined;
}

/** Label, control and hint of a form field, with the error below the hint. */
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

export function FieldError({ children, id }: { children: ReactNode; id?: string | undefined }) {
  return (
    <p id={id} className={styles.error} role="alert">
      <Icon icon={CircleAlert} size={15} />
      <span>{children}</span>
    </p>
  );
}

/** Form layout. Disables the browser's validation, because fields show their own messages. */
export function Form({ className, ...rest }: FormHTMLAttributes<HTMLFormElement> & { ref?: Ref<HTMLFormElement> }) {
  return <form noValidate {...rest} className={cx(styles.form, className)} />;
}

/** Fields side by side, stacked if there is not enough room. */
export function FieldRow({ children }: { children: ReactNode }) {
  return <div className={styles.row}>{children}</div>;
}
