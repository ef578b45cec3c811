import { centsToDecimal, formatUsd, parseCents } from "@hearth/domain/money";
import { useState, type Ref } from "react";
import { flushSync } from "react-dom";
import { Check } from "lucide-react";
import styles from "./amount-entry.module.css";
import { useFieldControl } from "./field-context.ts";
import { Icon } from "./icon.tsx";

interface AmountEntryProps {
  /** Plain digits as typed (`1450.5`), never grouped. */
  value: string;
  onChange: (value: string) => void;
  onBlur?: () => void;
  name?: string;
  autoFocus?: boolean;
  ref?: Ref<HTMLInputElement>;
}

/**
 * The large figure of a payment, inside a `Field`. It is grouped at rest (`1,450.00`) and plain while typed;
 * keystrokes that cannot lead to an amount are ignored.
 */
export function AmountEntry({ value, onChange, onBlur, name = "amount", autoFocus = false, ref }: AmountEntryProps) {
  const [typing, setTyping] = useState(false);
  const control = useFieldControl();

  return (
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
          // Another text takes the selection away with it, and typing would no longer replace the amount.
          if (isAllSelected) input.select();
        }}
        onChange={(event) => {
          const next = acceptAmountText(event.target.value);
          if (next !== null) onChange(next);
        }}
        onBlur={() => {
          setTyping(false);
          onBlur?.();
        }}
      />
      <span className={styles.unit} aria-hidden>
        USDC
      </span>
    </label>
  );
}

interface AmountChipsProps {
  /** The amounts on offer, in whole cents. */
  amounts: readonly number[];
  /** The one that is offered before them, in whole cents, and what it was for: "November rent". */
  usual?: { cents: number; label: string } | undefined;
  /** The entry's value; the chip of the same amount is pressed. */
  value: string;
  onChange: (value: string) => void;
}

/** Quick amounts below the entry. */
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

const typed = /^\d*\.?\d{0,2}$/;
const grouped = /^\$?\s?\d{1,3}(,\d{3})+(\.\d{0,2})?$/;

/**
 * What remains of a keystroke or a paste in an amount field: digits with at most one point and two decimals, or null where it is to be ignored.
 * A pasted `$1,450.00` loses its sign and its separators; `1,5` is ignored, because nobody can tell what it means.
 */
export function acceptAmountText(text: string): string | null {
  const plain = text.trim().replace(/^\$/, "");
  if (typed.test(plain)) return plain;
  return grouped.test(text.trim()) ? text.replace(/[$,\s]/g, "") : null;
}

/** The amount as it rests in its field: `1450` becomes `1,450.00`; what is not an amount stays as it was typed. */
export function restingAmountText(text: string): string {
  const match = /^(\d+)(?:\.(\d{0,2}))?$/.exec(text);
  if (!match) return text;
  const [, dollars = "", decimals = ""] = match;
  return `${dollars.replace(/\B(?=(\d{3})+$)/g, ",")}.${decimals.padEnd(2, "0")}`;
}
