import { formatUsd } from "@hearth/domain/money";

/** This month's payments compared with last month's, in the words beside the figure. */
export interface Growth {
  direction: "more" | "less" | "same";
  /** What is said in bold: `4.8%`; absent where there is nothing to compare. */
  percent?: string;
  words: string;
}

/** Says how this month compares with last month. Outgoing money is neither good nor bad, so it has no colour. */
export function describeGrowth(month: { thisCents: number; lastCents: number; percent: number; lastName: string }): Growth {
  const { thisCents, lastCents, percent, lastName } = month;
  const last = `${lastName}, ${formatUsd(lastCents)}`;
  if (thisCents === 0 && lastCents === 0) return { direction: "same", words: `Nothing yet, and nothing in ${lastName}` };
  if (thisCents === lastCents) return { direction: "same", words: `The same as ${last}` };
  const text = `${Math.abs(percent).toLocaleString("en-US")}%`;
  return thisCents > lastCents
    ? { direction: "more", percent: text, words: `more than ${last}` }
    : { direction: "less", percent: text, words: `less than ${last}` };
}

/** Each month's difference from the one before, as the chart remarks it; nothing for the first month and for an empty one. */
export function monthRemark(cents: number, beforeCents: number | undefined): string | undefined {
  if (beforeCents === undefined || cents === 0 || beforeCents === 0) return undefined;
  if (cents === beforeCents) return "as the month before";
  return cents > beforeCents ? `${formatUsd(cents - beforeCents)} more` : `${formatUsd(beforeCents - cents)} less`;
}
