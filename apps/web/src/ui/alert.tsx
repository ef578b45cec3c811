import { CircleAlert, CircleCheck, Clock, Info } from "lucide-react";
import type { ReactNode } from "react";
import { cx } from "./cx.ts";
import { Icon, type IconType } from "./icon.tsx";
import styles from "./alert.module.css";

const icons = { info: Info, waiting: Clock, bad: CircleAlert, good: CircleCheck };

interface AlertProps {
  title: ReactNode;
  children?: ReactNode;
  tone?: keyof typeof icons;
  icon?: IconType;
  /** Makes screen readers announce it when it appears. For errors that just happened. */
  announce?: boolean;
}

/** A notice that the reader should see before continuing. */
export function Alert({ title, children, tone = "info", icon, announce = false }: AlertProps) {
  return (
    <div className={cx(styles.note, tone !== "info" && styles[tone])} role={announce ? "alert" : undefined}>
      <Icon icon={icon ?? icons[tone]} />
      <p className={styles.title}>{title}</p>
      {children && <div className={styles.body}>{children}</div>}
    </div>
  );
}
