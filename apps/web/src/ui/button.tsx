import { LoaderCircle } from "lucide-react";
import type { AnchorHTMLAttributes, ButtonHTMLAttributes, ReactNode, Ref } from "react";
import styles from "./button.module.css";
import { cx } from "./cx.ts";
import { Icon, type IconType } from "./icon.tsx";

interface ButtonVariant {
  /** `primary` is a slab of ink, and there is one on a view. */
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
  /** While true the button turns, says so to screen readers and cannot be pressed again; it keeps its focus. */
  busy?: boolean;
  ref?: Ref<HTMLButtonElement>;
}

/** A button that says what it does. Its type is `button` unless told otherwise. */
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

/** A link that looks like a button. For places inside the product use `ButtonLink` of `kit/links.tsx`. */
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
  /** What the button does, for screen readers and as its tooltip. */
  label: string;
  size?: "small" | "large";
  ref?: Ref<HTMLButtonElement>;
}

/** A small button with an icon alone; on touch screens its target is 40 px. */
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

/** A small link with an icon alone. */
export function IconAnchor({ icon, label, className, ...rest }: IconAnchorProps) {
  return (
    <a {...rest} className={cx(styles.tiny, className)} aria-label={label} title={label}>
      <Icon icon={icon} size={14} />
    </a>
  );
}

/** Buttons beside each other, wrapping where there is no room; not printed. */
export function Actions({ children, className }: { children: ReactNode; className?: string | undefined }) {
  return <div className={cx(styles.actions, className)}>{children}</div>;
}
