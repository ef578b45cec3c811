import { ChevronRight, LoaderCircle } from "lucide-react";
import type { ReactNode } from "react";
import { Icon, type IconType } from "./icon.tsx";
import styles from "./option-list.module.css";

/** List of options, each chosen with one click. */
export function OptionList({ children, label }: { children: ReactNode; label: string }) {
  return <ul aria-label={label}>{children}</ul>;
}

interface OptionProps {
  children: ReactNode;
  onClick: () => void;
  icon: IconType;
  /** Image as a data: URL, shown instead of the icon, for instance a wallet's own. */
  image?: string | undefined;
  detail?: ReactNode;
  /** Shows a spinner and ignores clicks. */
  busy?: boolean;
  disabled?: boolean;
}

/** An option with icon, name and details. */
export function Option({ children, onClick, icon, image, detail, busy = false, disabled = false }: OptionProps) {
  return (
    <li className={styles.option}>
      <button
        type="button"
        onClick={busy ? undefined : onClick}
        disabled={disabled}
        aria-busy={busy || undefined}
        aria-disabled={busy || undefined}
      >
        {image ? <img src={image} alt="" /> : <Icon icon={icon} />}
        <span className={styles.words}>
          {children}
          {detail && <span className={styles.detail}>{detail}</span>}
        </span>
        {busy ? <Icon icon={LoaderCircle} className={styles.spinner} /> : <Icon icon={ChevronRight} />}
      </button>
    </li>
  );
}
