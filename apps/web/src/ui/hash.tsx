import { ArrowUpRight } from "lucide-react";
import { IconAnchor } from "./button.tsx";
import { CopyButton } from "./copy-button.tsx";
import { cx } from "./cx.ts";
import styles from "./hash.module.css";
import { shortenMiddle } from "./shorten.ts";

/** How much is shown: a hash in a list (10 characters), in details (10 and 8), or an address (6 and 4). */
const shapes = { list: [10, 0], detail: [10, 8], address: [6, 4] } as const;

interface HashProps {
  value: string;
  shape?: keyof typeof shapes;
  /** What the value is, for the buttons: "transaction hash", "wallet address", "payment ID". */
  what?: string;
  copy?: boolean;
  /** Where the block explorer shows it. */
  explorerUrl?: string | undefined;
}

/** A hash, address or code in monospace, shortened in the middle; the full value is in its tooltip and on the clipboard. */
export function Hash({ value, shape = "list", what = "transaction hash", copy = true, explorerUrl }: HashProps) {
  const [head, tail] = shapes[shape];
  return (
    <span className={cx(styles.hash, shape === "detail" && styles.wraps)}>
      <code title={value}>{shortenMiddle(value, head, tail)}</code>
      {copy && <CopyButton text={value} what={what} />}
      {explorerUrl && (
        <IconAnchor icon={ArrowUpRight} label={`Open ${what} in the block explorer`} href={explorerUrl} target="_blank" rel="noreferrer" />
      )}
    </span>
  );
}
