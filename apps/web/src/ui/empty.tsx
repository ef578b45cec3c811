import { CircleAlert, RotateCw } from "lucide-react";
import type { ReactNode } from "react";
import { Button } from "./button.tsx";
import { cx } from "./cx.ts";
import styles from "./empty.module.css";
import { Icon } from "./icon.tsx";

/** Nothing to show: one sentence that says why, and the one action that changes it. */
export function Empty({ children, action }: { children: ReactNode; action?: ReactNode }) {
  return (
    <div className={styles.empty}>
      <p>{children}</p>
      {action}
    </div>
  );
}

interface ErrorStateProps {
  /** What failed, in the specified words. */
  children: ReactNode;
  onRetry?: (() => void) | undefined;
  /** While the retry runs. */
  busy?: boolean;
  /** Instead of Try again, where another way out is specified. */
  action?: ReactNode;
}

/** Something could not be loaded: what failed, and Try again. */
export function ErrorState({ children, onRetry, busy = false, action }: ErrorStateProps) {
  return (
    <div className={cx(styles.empty, styles.failed)} role="alert">
      <p>
        <Icon icon={CircleAlert} />
        <span>{children}</span>
      </p>
      {action ??
        (onRetry && (
          <Button icon={RotateCw} busy={busy} onClick={onRetry}>
            Try again
          </Button>
        ))}
    </div>
  );
}
