import { Dialog as Base } from "@base-ui/react/dialog";
import { X } from "lucide-react";
import { type ReactNode, useRef } from "react";
import { IconButton } from "./button.tsx";
import { cx } from "./cx.ts";
import styles from "./dialog.module.css";
import { VisuallyHidden } from "./typography.tsx";

interface DialogProps {
  open: boolean;
  /** Called on Escape, on the backdrop and on the close button. */
  onClose: () => void;
  title: ReactNode;
  children: ReactNode;
  /** What the dialog offers, at its lower edge; a text goes first and takes the room. */
  foot?: ReactNode;
  /** 480 px instead of 736, for a question. */
  small?: boolean;
  /** 1040 px, for what has an aside. */
  wide?: boolean;
}

/** A dialog with its title, body and foot; on a phone it rises from the lower edge. Focus goes to its title, and comes back by itself. */
export function Dialog({ open, onClose, title, children, foot, small = false, wide = false }: DialogProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  return (
    <Base.Root open={open} onOpenChange={(next) => !next && onClose()}>
      <Base.Portal>
        <Base.Backdrop data-veil className={styles.veil} />
        <Base.Viewport className={styles.viewport}>
          <Base.Popup initialFocus={heading} className={cx(styles.dialog, small && styles.small, wide && styles.wide)}>
            <div className={styles.head}>
              <Base.Title ref={heading} tabIndex={-1} className={styles.title}>
                {title}
              </Base.Title>
              <Base.Close render={<IconButton icon={X} label="Close" size="large" />} />
            </div>
            <div className={styles.body}>{children}</div>
            {foot && <div className={styles.foot}>{foot}</div>}
          </Base.Popup>
        </Base.Viewport>
      </Base.Portal>
    </Base.Root>
  );
}

/** What a dialog shows: the given thing, and the last one while the dialog goes away, when there is none any more. */
export function useLastShown<Shown>(shown: Shown | undefined): Shown | undefined {
  const last = useRef(shown);
  if (shown !== undefined) last.current = shown;
  return last.current;
}

interface DrawerProps {
  open: boolean;
  onClose: () => void;
  label: string;
  children: ReactNode;
}

/** A panel from the left edge; Escape and the backdrop close it, and focus comes back. */
export function Drawer({ open, onClose, label, children }: DrawerProps) {
  return (
    <Base.Root open={open} onOpenChange={(next) => !next && onClose()}>
      <Base.Portal>
        <Base.Backdrop data-veil className={styles.veil} />
        <Base.Popup className={styles.drawer}>
          <Base.Title render={<div />}>
            <VisuallyHidden>{label}</VisuallyHidden>
          </Base.Title>
          {children}
        </Base.Popup>
      </Base.Portal>
    </Base.Root>
  );
}
