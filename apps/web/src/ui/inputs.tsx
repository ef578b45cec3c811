import { ChevronDown, Eye, EyeOff } from "lucide-react";
import {
  useState,
  type InputHTMLAttributes,
  type ReactNode,
  type Ref,
  type SelectHTMLAttributes,
  type TextareaHTMLAttributes,
} from "react";
import { IconButton } from "./button.tsx";
import { cx } from "./cx.ts";
import { useFieldControl } from "./field-context.ts";
import styles from "./field.module.css";
import radio from "./radio.module.css";
import { Icon, type IconType } from "./icon.tsx";

export interface InputProps extends InputHTMLAttributes<HTMLInputElement> {
  /** Icon at the start of the input. */
  icon?: IconType | undefined;
  ref?: Ref<HTMLInputElement>;
}

/** Single-line text input. Set `autoComplete`, so that password managers and autofill work. */
export function Input({ icon, className, ...rest }: InputProps) {
  const input = <input {...useFieldControl()} {...rest} className={cx(styles.input, className)} />;
  if (!icon) return input;
  return (
    <div className={cx(styles.wrap, styles.withIcon)}>
      <Icon icon={icon} />
      {input}
    </div>
  );
}

export type PasswordInputProps = Omit<InputProps, "icon" | "type"> & { autoComplete: "current-password" | "new-password" };

/** Password input with a button to reveal it. */
export function PasswordInput({ className, ...rest }: PasswordInputProps) {
  const [isShown, setIsShown] = useState(false);
  return (
    <div className={cx(styles.wrap, styles.password)}>
      <input
        {...useFieldControl()}
        spellCheck={false}
        autoCapitalize="none"
        {...rest}
        type={isShown ? "text" : "password"}
        className={cx(styles.input, className)}
      />
      <IconButton
        icon={isShown ? EyeOff : Eye}
        label={isShown ? "Hide password" : "Show password"}
        className={styles.reveal}
        onClick={() => setIsShown(!isShown)}
      />
    </div>
  );
}

export interface SelectProps extends SelectHTMLAttributes<HTMLSelectElement> {
  /** `<option>` elements. */
  children: ReactNode;
  ref?: Ref<HTMLSelectElement>;
}

/** Native select with the app's style. */
export function Select({ className, children, ...rest }: SelectProps) {
  return (
    <div className={cx(styles.wrap, styles.select)}>
      <select {...useFieldControl()} {...rest} className={cx(styles.input, className)}>
        {children}
      </select>
      <Icon icon={ChevronDown} />
    </div>
  );
}

export interface TextareaProps extends TextareaHTMLAttributes<HTMLTextAreaElement> {
  ref?: Ref<HTMLTextAreaElement>;
}

export function Textarea({ className, ...rest }: TextareaProps) {
  return <textarea {...useFieldControl()} {...rest} className={cx(styles.input, styles.area, className)} />;
}

export interface CheckboxProps extends Omit<InputHTMLAttributes<HTMLInputElement>, "type"> {
  label: ReactNode;
  hint?: ReactNode;
  ref?: Ref<HTMLInputElement>;
}

export function Checkbox({ label, hint, className, ...rest }: CheckboxProps) {
  return (
    <label className={cx(styles.check, className)}>
      <input {...rest} type="checkbox" />
      <span>{label}</span>
      {hint && <span className={styles.hint}>{hint}</span>}
    </label>
  );
}

/** Radio button with a label. Alternatives share the same `name`. */
export function Radio({ label, hint, className, ...rest }: CheckboxProps) {
  return (
    <label className={cx(styles.check, className)}>
      <input {...rest} type="radio" className={radio.radio} />
      <span>{label}</span>
      {hint && <span className={styles.hint}>{hint}</span>}
    </label>
  );
}

/** Input for a code: six digits of an app, which phones and password managers can fill in, or a longer code. */
export function CodeInput({ digitsOnly, className, ...rest }: Omit<InputProps, "icon" | "type"> & { digitsOnly: boolean }) {
  return (
    <input
      {...useFieldControl()}
      type="text"
      inputMode={digitsOnly ? "numeric" : "text"}
      autoComplete={digitsOnly ? "one-time-code" : "off"}
      autoCapitalize="characters"
      autoCorrect="off"
      spellCheck={false}
      {...rest}
      className={cx(styles.input, styles.code, className)}
    />
  );
}
