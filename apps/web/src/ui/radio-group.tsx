import { useId, type ReactNode } from "react";
import styles from "./radio-group.module.css";

interface Choice<Value extends string> {
  value: Value;
  label: ReactNode;
  detail?: ReactNode;
}

interface RadioGroupProps<Value extends string> {
  label: string;
  choices: readonly Choice<Value>[];
  value: Value;
  onChange: (value: Value) => void;
}

/** One of a few, all of them in view, each with what it means. */
export function RadioGroup<Value extends string>({ label, choices, value, onChange }: RadioGroupProps<Value>) {
  const name = useId();
  return (
    <fieldset className={styles.choices}>
      <legend className={styles.legend}>{label}</legend>
      <div className={styles.list}>
        {choices.map((choice) => (
          <label key={choice.value} className={styles.choice}>
            <input type="radio" name={name} checked={choice.value === value} onChange={() => onChange(choice.value)} />
            <span className={styles.name}>{choice.label}</span>
            {choice.detail && <span className={styles.detail}>{choice.detail}</span>}
          </label>
        ))}
      </div>
    </fieldset>
  );
}
