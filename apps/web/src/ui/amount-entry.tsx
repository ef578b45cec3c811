import { centsToDecimal, formatUsd, parseCents } from "@hearth/domain/money";
import { useState, type KeyboardEvent, type SyntheticEvent } from "react";
import { flushSync } from "react-dom";
import { Check, DollarSign } from "lucide-react";
import styles from "./amount-entry.module.css";
import { useFieldControl } from "./field-context.ts";
import { Icon } from "./icon.tsx";
import { Input } from "./inputs.tsx";

export interface AmountEntryProps {
  /** Typed text without grouping (`1450.5`). Text that is not an amount is kept as typed. */
  value: string;
  onChange: (value: string) => void;
  name?: string;
  /** The least amount, in dollars, for assistive technology. The form's schema decides what is accepted. */
  min?: string | undefined;
}

/**
 * Text behavior of both amount inputs. Shows the amount grouped (`1,450.00`) without focus, and plain while typing. Shows every typed
 * character, because dropping one silently would result in another amount.
 */
function useAmountText({ value, onChange, name = "amount", min = "0.01" }: AmountEntryProps) {
  const [typing, setTyping] = useState(false);
  const finish = () => {
    const finished = finishAmountText(value);
    if (finished !== value) onChange(finished);
  };
  // Leaves a text that is selected as a whole, because changing it would clear the selection, and typing would no longer replace it.
  const showPlain = (input: HTMLInputElement) => {
    const isAllSelected = input.selectionStart === 0 && input.selectionEnd === input.value.length;
    if (!isAllSelected && !typing && document.activeElement === input) flushSync(() => setTyping(true));
  };
  return {
    name,
    min,
    step: "0.01",
    inputMode: "decimal" as const,
    maxLength: longest,
    value: typing ? value : restingAmountText(value),
    // Waits for the script that focuses the input, because `select()` sets the selection only after this event.
    onFocus: ({ currentTarget: input }: SyntheticEvent<HTMLInputElement>) => queueMicrotask(() => showPlain(input)),
    onSelect: ({ currentTarget: input }: SyntheticEvent<HTMLInputElement>) => showPlain(input),
    onChange: ({ target }: { target: { value: string } }) => {
      setTyping(true);
      onChange(readAmountText(target.value));
    },
    // Enter submits the form without leaving the field.
    onKeyDown: ({ key }: KeyboardEvent) => key === "Enter" && finish(),
    onBlur: () => {
      setTyping(false);
      finish();
    },
  };
}

/** Amount input of the usual size, used inside a `Field`. */
export function AmountInput(props: AmountEntryProps) {
  return <Input icon={DollarSign} autoComplete="off" {...useAmountText(props)} />;
}

/** Large amount input of a payment, used inside a `Field`. */
export function AmountEntry(props: AmountEntryProps) {
  const text = useAmountText(props);
  const control = useFieldControl();

  return (
    <div className={styles.room}>
      <label className={styles.entry} htmlFor={control.id}>
        <span className={styles.currency} aria-hidden>
          $
        </span>
        <input {...control} {...text} className={styles.figure} autoComplete="transaction-amount" placeholder="0.00" />
        <span className={styles.unit} aria-hidden>
          USDC
        </span>
      </label>
    </div>
  );
}

/** An amount in cents that a chip offers, with its description if it has one: "December rent". */
export interface AmountChoice {
  cents: number;
  label?: string | undefined;
}

interface AmountChipsProps {
  /** Accessible name of the group. */
  name: string;
  choices: readonly AmountChoice[];
  /** Value of the input. The chip with the same amount is pressed. */
  value: string;
  onChange: (value: string) => void;
}

/** Buttons that enter an amount into the input above. */
export function AmountChips({ name, choices, value, onChange }: AmountChipsProps) {
  const current = parseCents(value);
  return (
    <div className={styles.chips} role="group" aria-label={name}>
      {choices.map(({ cents, label }) => (
        <button
          key={cents}
          type="button"
          className={styles.chip}
          aria-pressed={cents === current}
          onClick={() => onChange(centsToDecimal(cents))}
        >
          {cents === current && <Icon icon={Check} size={14} />}
          {formatUsd(cents).replace(/\.00$/, "")}
          {label !== undefined && <span className={styles.usual}>{label}</span>}
        </button>
      ))}
    </div>
  );
}

/** Longer than any amount, and the maximum that the server accepts. */
const longest = 32;

const typed = /^\d*\.?\d{0,2}$/;
const grouped = /^\$?\s?\d{1,3}(,\d{3})+(\.\d{0,2})?$/;
/** A grouped amount while it is being typed. */
const halfGrouped = /^\$?\s?\d{0,3}(,\d{0,3})*(\.\d{0,2})?$/;
const tooExact = /^\$?\s?[\d,]*\.\d{3,}$/;

/**
 * Normalizes typed or pasted text for an amount input. Removes the sign and separators of `$1,450.00`. Keeps text that is not an amount, so
 * that it is visible and refused as a whole.
 */
export function readAmountText(text: string): string {
  const plain = text.trim().replace(/^\$\s?/, "");
  if (typed.test(plain)) return plain;
  return grouped.test(text.trim()) ? text.replace(/[$,\s]/g, "") : text;
}

/** Returns what is wrong with a text that is not an amount and cannot become one by typing more, or null. */
export function amountTextProblem(text: string): string | null {
  if (typed.test(text) || halfGrouped.test(text)) return null;
  return tooExact.test(text) ? "Use at most two decimals" : "Use digits and one decimal point, like 1,450.00";
}

/** Removes the decimal point that ends `1450.` once typing has ended. */
export function finishAmountText(text: string): string {
  return text.replace(/^(\d+)\.$/, "$1");
}

/** Formats the amount for an input without focus: `1450` becomes `1,450.00`. Keeps other text. */
export function restingAmountText(text: string): string {
  const match = /^(\d+)(?:\.(\d{0,2}))?$/.exec(text);
  if (!match) return text;
  const [, dollars = "", decimals = ""] = match;
  return `${dollars.replace(/\B(?=(\d{3})+$)/g, ",")}.${decimals.padEnd(2, "0")}`;
}
