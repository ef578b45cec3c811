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
