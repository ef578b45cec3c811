/** Shortens a code to its first `head` and last `tail` characters. Keeps it if that would hide only one character. */
export function shortenMiddle(value: string, head: number, tail: number): string {
  if (value.length <= head + tail + 1) return value;
  return `${value.slice(0, head)}…${tail > 0 ? value.slice(-tail) : ""}`;
}
