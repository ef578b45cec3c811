import { CircleAlert, RotateCw } from "lucide-react";
import type { ReactNode } from "react";
import { Button } from "./button.tsx";
import { cx } from "./cx.ts";
import styles from "./empty.module.css";
import { Icon } from "./icon.tsx";

/** Empty state: a sentence, and optionally an action. */
export function Empty({ children, action }: { children: ReactNode; action?: ReactNode }) {
  return (
    <div className={styles.empty}>
      <p>{children}</p>
      {action}
    </div>
  );
}

interface ErrorStateProps {
  /** The error, in the specified words. */
  children: ReactNode;
  onRetry?: (() => void) | undefined;
  /** True while the retry is running. */
  busy?: boolean;
  /** Shown instead of Try again. */
  action?: ReactNode;
}

/** Error state: what failed, with a retry button. */
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
