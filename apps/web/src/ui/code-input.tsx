import { useFieldControl } from "./field-context.ts";
import { cx } from "./cx.ts";
import styles from "./field.module.css";
import type { InputProps } from "./inputs.tsx";

/** A code that is read from elsewhere: six digits of an app, which phones and password managers fill in, or a longer one. */
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
