import { centsToDecimal, formatUsd, parseCents } from "@hearth/domain/money";
import { useState, type Ref } from "react";
import { flushSync } from "react-dom";
import { Check } from "lucide-react";
import styles from "./amount-entry.module.css";
import { useFieldControl } from "./field-context.ts";
import { Icon } from "./icon.tsx";

interface AmountEntryProps {
  /** Plain digits as typed (`1450.5`), never grouped; what is no amount stands in it as it was typed, and is nobody's amount. */
  value: string;
  onChange: (value: string) => void;
  onBlur?: () => void;
  name?: string;
  autoFocus?: boolean;
  ref?: Ref<HTMLInputElement>;
}

/**
 * The large figure of a payment, inside a `Field`. It is grouped at rest (`1,450.00`) and plain while typed. It shows every letter that it was
 * given: one left out quietly would make another amount of the rest.
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
            // Another text takes the selection away with it, and typing would no longer replace the amount.
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

/** No amount is longer, and the server reads no more. */
const longest = 32;

const typed = /^\d*\.?\d{0,2}$/;
const grouped = /^\$?\s?\d{1,3}(,\d{3})+(\.\d{0,2})?$/;
/** What a grouped amount looks like while it is typed. */
const halfGrouped = /^\$?\s?\d{0,3}(,\d{0,3})*(\.\d{0,2})?$/;

/**
 * What is typed or pasted in an amount field, as the form takes it. A `$1,450.00` loses its sign and its separators; what is no amount stays as
 * it is, so that it is seen, and refused whole.
 */
export function readAmountText(text: string): string {
  const plain = text.trim().replace(/^\$\s?/, "");
  if (typed.test(plain)) return plain;
  return grouped.test(text.trim()) ? text.replace(/[$,\s]/g, "") : text;
}

/** Whether what is typed is no amount, and will not become one by going on. */
export function isNoAmount(text: string): boolean {
  return !typed.test(text) && !halfGrouped.test(text);
}

/** The amount as it rests in its field: `1450` becomes `1,450.00`; what is not an amount stays as it was typed. */
export function restingAmountText(text: string): string {
  const match = /^(\d+)(?:\.(\d{0,2}))?$/.exec(text);
  if (!match) return text;
  const [, dollars = "", decimals = ""] = match;
  return `${dollars.replace(/\B(?=(\d{3})+$)/g, ",")}.${decimals.padEnd(2, "0")}`;
}
