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
  /** Reads it out as soon as it appears; for what went wrong just now. */
  announce?: boolean;
}

/** Something the reader should know before going on. */
export function Alert({ title, children, tone = "info", icon, announce = false }: AlertProps) {
  return (
    <div className={cx(styles.note, tone !== "info" && styles[tone])} role={announce ? "alert" : undefined}>
      <Icon icon={icon ?? icons[tone]} />
      <p className={styles.title}>{title}</p>
      {children && <div className={styles.body}>{children}</div>}
    </div>
  );
}
