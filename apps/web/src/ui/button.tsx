import { LoaderCircle } from "lucide-react";
import type { AnchorHTMLAttributes, ButtonHTMLAttributes, ReactNode, Ref } from "react";
import styles from "./button.module.css";
import { cx } from "./cx.ts";
import { Icon, type IconType } from "./icon.tsx";

interface ButtonVariant {
  /** `primary` is solid; use one per view. */
  variant?: "primary" | "plain" | "quiet" | "danger" | undefined;
  size?: "large" | "medium" | "small" | undefined;
  wide?: boolean | undefined;
  icon?: IconType | undefined;
}

function buttonClass({ variant = "plain", size = "medium", wide = false }: ButtonVariant, className?: string): string {
  return cx(styles.button, variant !== "plain" && styles[variant], size !== "medium" && styles[size], wide && styles.wide, className);
}

export interface ButtonProps extends ButtonVariant, Omit<ButtonHTMLAttributes<HTMLButtonElement>, "children"> {
  children: ReactNode;
  /** Shows a spinner, announces it and ignores clicks. The button keeps its focus. */
  busy?: boolean;
  ref?: Ref<HTMLButtonElement>;
}

/** A button with a text. Default type: `button`. */
export function Button({ variant, size, wide, icon, busy = false, children, className, onClick, type = "button", ...rest }: ButtonProps) {
  return (
    <button
      {...rest}
      type={busy ? "button" : type}
      className={buttonClass({ variant, size, wide }, className)}
      aria-busy={busy || undefined}
      aria-disabled={busy || undefined}
      onClick={busy ? undefined : onClick}
    >
      {busy ? <Icon icon={LoaderCircle} className={styles.spinner} /> : icon && <Icon icon={icon} />}
      {children}
    </button>
  );
}

export interface ButtonAnchorProps extends ButtonVariant, AnchorHTMLAttributes<HTMLAnchorElement> {
  ref?: Ref<HTMLAnchorElement>;
}

/** A link styled as a button. For routes of the app use `ButtonLink` from `kit/links.tsx`. */
export function ButtonAnchor({ variant, size, wide, icon, children, className, ...rest }: ButtonAnchorProps) {
  return (
    <a {...rest} className={buttonClass({ variant, size, wide }, className)}>
      {icon && <Icon icon={icon} />}
      {children}
    </a>
  );
}

export interface IconButtonProps extends Omit<ButtonHTMLAttributes<HTMLButtonElement>, "children" | "aria-label"> {
  icon: IconType;
  /** Accessible name and tooltip. */
  label: string;
  size?: "small" | "large";
  ref?: Ref<HTMLButtonElement>;
}

/** A small icon button. On touch screens its target is 40 px. */
export function IconButton({ icon, label, size = "small", className, ...rest }: IconButtonProps) {
  return (
    <button
      type="button"
      {...rest}
      className={cx(styles.tiny, size === "large" && styles.tinyLarge, className)}
      aria-label={label}
      title={label}
    >
      <Icon icon={icon} size={size === "large" ? 20 : 14} />
    </button>
  );
}

export interface IconAnchorProps extends Omit<AnchorHTMLAttributes<HTMLAnchorElement>, "children" | "aria-label"> {
  icon: IconType;
  label: string;
}

/** A small icon link. */
export function IconAnchor({ icon, label, className, ...rest }: IconAnchorProps) {
  return (
    <a {...rest} className={cx(styles.tiny, className)} aria-label={label} title={label}>
      <Icon icon={icon} size={14} />
    </a>
  );
}

/** A row of buttons that wraps. Not printed. */
export function Actions({ children, className }: { children: ReactNode; className?: string | undefined }) {
  return <div className={cx(styles.actions, className)}>{children}</div>;
}
