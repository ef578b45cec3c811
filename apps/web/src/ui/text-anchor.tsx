import type { AnchorHTMLAttributes, ButtonHTMLAttributes, Ref } from "react";
import { cx } from "./cx.ts";
import styles from "./text-anchor.module.css";
import { ArrowLeft } from "lucide-react";
import { Icon } from "./icon.tsx";

export interface TextAnchorProps extends AnchorHTMLAttributes<HTMLAnchorElement> {
  size?: "body" | "small" | undefined;
  ref?: Ref<HTMLAnchorElement>;
}

/** A link within text. For routes of the app use `TextLink` from `kit/links.tsx`. */
export function TextAnchor({ size = "body", className, children, ...rest }: TextAnchorProps) {
  return (
    <a {...rest} className={cx(styles.link, size === "small" && styles.small, className)}>
      {children}
    </a>
  );
}

export interface TextButtonProps extends ButtonHTMLAttributes<HTMLButtonElement> {
  size?: "body" | "small" | undefined;
}

/** A button styled as a link, for an action inside a sentence or a foot line. */
export function TextButton({ size = "body", className, children, type = "button", ...rest }: TextButtonProps) {
  return (
    <button {...rest} type={type} className={cx(styles.link, styles.button, size === "small" && styles.small, className)}>
      {children}
    </button>
  );
}

interface CrumbAnchorProps extends AnchorHTMLAttributes<HTMLAnchorElement> {
  ref?: Ref<HTMLAnchorElement>;
}

/** Link back to the parent page. For routes of the app use `CrumbLink` from `kit/links.tsx`. */
export function CrumbAnchor({ children, ...rest }: CrumbAnchorProps) {
  return (
    // The router marks a link to a parent of the open page as current.
    <a {...rest} aria-current={undefined} className={styles.crumb}>
      <Icon icon={ArrowLeft} size={14} />
      {children}
    </a>
  );
}
