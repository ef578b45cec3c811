import { useId, type ReactNode } from "react";
import { FieldError } from "./field.tsx";
import radio from "./radio.module.css";
import styles from "./radio-group.module.css";

interface Choice<Value extends string> {
  value: Value;
  label: ReactNode;
  detail?: ReactNode;
}

interface RadioGroupProps<Value extends string> {
  label: string;
  choices: readonly Choice<Value>[];
  /** Undefined until chosen. Irreversible choices must not be preselected. */
  value: Value | undefined;
  onChange: (value: Value) => void;
  error?: string | undefined;
}

/** Radio buttons, each with a description. */
export function RadioGroup<Value extends string>({ label, choices, value, onChange, error }: RadioGroupProps<Value>) {
  const name = useId();
  const errorId = `${name}-error`;
  return (
    <fieldset className={styles.choices} aria-describedby={error && errorId}>
      <legend className={styles.legend}>{label}</legend>
      <div className={styles.list}>
        {choices.map((choice) => (
          <label key={choice.value} className={styles.choice}>
            <input
              type="radio"
              className={radio.radio}
              name={name}
              checked={choice.value === value}
              onChange={() => onChange(choice.value)}
            />
            <span className={styles.name}>{choice.label}</span>
            {choice.detail && <span className={styles.detail}>{choice.detail}</span>}
          </label>
        ))}
      </div>
      {error && <FieldError id={errorId}>{error}</FieldError>}
    </fieldset>
  );
}
