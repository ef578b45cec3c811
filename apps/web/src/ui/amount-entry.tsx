import { centsToDecimal, formatUsd, parseCents } from "@hearth/domain/money";
import { useState, type Ref } from "react";
import { flushSync } from "react-dom";
import { Check } from "lucide-react";
import styles from "./amount-entry.module.css";
import { useFieldControl } from "./field-context.ts";
import { Icon } from "./icon.tsx";

interface AmountEntryProps {
  /** Typed text without grouping (`1450.5`). Text that is not an amount is kept as typed. */
  value: string;
  onChange: (value: string) => void;
  onBlur?: () => void;
  name?: string;
  autoFocus?: boolean;
  ref?: Ref<HTMLInputElement>;
}

/**
 * Large amount input, used inside a `Field`. Shows the amount grouped (`1,450.00`) without focus, and plain while typing.
 * Shows every typed character, because dropping one silently would result in another amount.
 */
export function AmountEntry({ value, onChange, onBlur, name = "amount", autoFocus = false, ref }: AmountEntryProps) {
  const [typing, setTyping] = useState(false);
  const control = useFieldControl();

  return (
    <div className={styles.room}>
      <label className={styles.entry} htmlFor={control.id}>
        <span className={styles.currency} aria-hidden>
          $
        </span>
        <input
          {...control}
          ref={ref}
          name={name}
          className={styles.figure}
          inputMode="decimal"
          autoComplete="transaction-amount"
          autoFocus={autoFocus}
          placeholder="0.00"
          value={typing ? value : restingAmountText(value)}
          onFocus={({ currentTarget: input }) => {
            const isAllSelected = input.selectionStart === 0 && input.selectionEnd === input.value.length;
            flushSync(() => setTyping(true));
            // Changing the text clears the selection, so that typing would no longer replace the amount.
            if (isAllSelected) input.select();
          }}
          maxLength={longest}
          onChange={({ target }) => onChange(readAmountText(target.value))}
          onBlur={() => {
            setTyping(false);
            onBlur?.();
          }}
        />
        <span className={styles.unit} aria-hidden>
          USDC
        </span>
      </label>
    </div>
  );
}

interface AmountChipsProps {
  /** Offered amounts in cents. */
  amounts: readonly number[];
  /** Amount in cents that is offered first, with its description: "November rent". */
  usual?: { cents: number; label: string } | undefined;
  /** Value of the input. The chip with the same amount is pressed. */
  value: string;
  onChange: (value: string) => void;
}

/** Buttons for quick amounts below the input. */
export function AmountChips({ amounts, usual, value, onChange }: AmountChipsProps) {
  const current = parseCents(value);
  const others = amounts.filter((cents) => cents !== usual?.cents);
  return (
    <div className={styles.chips} role="group" aria-label="Quick amounts">
      {[...(usual ? [usual.cents] : []), ...others].map((cents) => (
        <button
          key={cents}
          type="button"
          className={styles.chip}
          aria-pressed={cents === current}
          onClick={() => onChange(centsToDecimal(cents))}
        >
          {cents === current && <Icon icon={Check} size={14} />}
          {formatUsd(cents).replace(/\.00$/, "")}
          {cents === usual?.cents && <span className={styles.usual}>{usual.label}</span>}
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

/**
 * Normalizes typed or pasted text for an amount input. Removes the sign and separators of `$1,450.00`. Keeps text that is not an amount, so
 * that it is visible and refused as a whole.
 */
export function readAmountText(text: string): string {
  const plain = text.trim().replace(/^\$\s?/, "");
  if (typed.test(plain)) return plain;
  return grouped.test(text.trim()) ? text.replace(/[$,\s]/g, "") : text;
}

/** True if the text is not an amount and cannot become one by typing more. */
export function isNoAmount(text: string): boolean {
  return !typed.test(text) && !halfGrouped.test(text);
}

/** Formats the amount for an input without focus: `1450` becomes `1,450.00`. Keeps other text. */
export function restingAmountText(text: string): string {
  const match = /^(\d+)(?:\.(\d{0,2}))?$/.exec(text);
  if (!match) return text;
  const [, dollars = "", decimals = ""] = match;
  return `${dollars.replace(/\B(?=(\d{3})+$)/g, ",")}.${decimals.padEnd(2, "0")}`;
}
