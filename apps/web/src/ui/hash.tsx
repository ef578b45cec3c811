import { ArrowUpRight } from "lucide-react";
import { IconAnchor } from "./button.tsx";
import { CopyButton } from "./copy-button.tsx";
import { cx } from "./cx.ts";
import styles from "./hash.module.css";
import { shortenMiddle } from "./shorten.ts";

/** Characters shown at the start and the end: a hash in a list, a hash in details, an address, and a hash to compare. */
const shapes = { list: [10, 0], detail: [10, 8], address: [6, 4], whole: [64, 0] } as const;

interface HashProps {
  value: string;
  shape?: keyof typeof shapes;
  /** Kind of value, for the button labels: "transaction hash", "wallet address", "payment ID". */
  what?: string;
  copy?: boolean;
  /** URL in the block explorer. */
  explorerUrl?: string | undefined;
}

/** Monospaced hash, address or code, shortened in the middle. The tooltip and the copy button have the full value, and paper shows it in details. */
export function Hash({ value, shape = "list", what = "transaction hash", copy = true, explorerUrl }: HashProps) {
  const [head, tail] = shapes[shape];
  return (
    <span className={cx(styles.hash, shape === "detail" && styles.wraps, shape === "whole" && styles.whole)}>
      <code title={value}>
        <span>{shortenMiddle(value, head, tail)}</span>
      </code>
      {copy && <CopyButton text={value} what={what} />}
      {explorerUrl && (
        <IconAnchor icon={ArrowUpRight} label={`Open ${what} in the block explorer`} href={explorerUrl} target="_blank" rel="noreferrer" />
      )}
    </span>
  );
}
