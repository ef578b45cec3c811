import { ChevronRight, LoaderCircle } from "lucide-react";
import type { ReactNode } from "react";
import { Icon, type IconType } from "./icon.tsx";
import styles from "./option-list.module.css";

/** A short list of options to go on with; each row is one press away. */
export function OptionList({ children, label }: { children: ReactNode; label: string }) {
  return <ul aria-label={label}>{children}</ul>;
}

interface OptionProps {
  children: ReactNode;
  onClick: () => void;
  icon: IconType;
  /** A picture instead of the icon, as a data: address; a wallet brings its own. */
  image?: string | undefined;
  detail?: ReactNode;
  /** While true the row turns and cannot be pressed again. */
  busy?: boolean;
  disabled?: boolean;
}

/** One option: an icon, its name, and what is worth knowing about it. */
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
