/** Shortens a code in the middle to its first `head` and last `tail` characters; what is barely longer stays whole. */
export function shortenMiddle(value: string, head: number, tail: number): string {
  if (value.length <= head + tail + 1) return value;
  return `${value.slice(0, head)}…${tail > 0 ? value.slice(-tail) : ""}`;
}
