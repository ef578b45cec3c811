import { Dialog as Base } from "@base-ui/react/dialog";
import { X } from "lucide-react";
import { type ReactNode, useRef, useState } from "react";
import { Button, IconButton } from "./button.tsx";
import { cx } from "./cx.ts";
import styles from "./dialog.module.css";
import { VisuallyHidden } from "./typography.tsx";
import { type UnsavedPart, UnsavedParts } from "./unsaved-parts.ts";

interface DialogProps {
  open: boolean;
  /** Called on Escape, on a click on the backdrop, and by the close button. */
  onClose: () => void;
  title: ReactNode;
  children: ReactNode;
  /** Buttons at the lower edge. A text comes first and takes the remaining width. */
  foot?: ReactNode;
  /** Width of 480 px instead of 736, for a question. */
  small?: boolean;
  /** Width of 1040 px, for content with a side column. */
  wide?: boolean;
}

/**
 * Modal dialog with title, body and foot. On a phone it slides up from the lower edge. Moves the focus to its title, and restores it on
 * closing. Asks before Escape, the backdrop or the close button would lose what was typed.
 */
export function Dialog({ open, onClose, title, children, foot, small = false, wide = false }: DialogProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  const [parts] = useState(() => new Set<UnsavedPart>());
  const [isAsking, setAsking] = useState(false);
  const leave = () => {
    if ([...parts].some((part) => part.hasChanges())) setAsking(true);
    else onClose();
  };
  const discard = () => {
    setAsking(false);
    for (const part of parts) part.discard();
    onClose();
  };
  return (
    <Base.Root open={open} onOpenChange={(next) => !next && leave()}>
      {open && isAsking && <DiscardQuestion onKeep={() => setAsking(false)} onDiscard={discard} />}
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
            <UnsavedParts value={parts}>
              <div className={styles.body}>{children}</div>
            </UnsavedParts>
            {foot && <div className={styles.foot}>{foot}</div>}
          </Base.Popup>
        </Base.Viewport>
      </Base.Portal>
    </Base.Root>
  );
}

function DiscardQuestion({ onKeep, onDiscard }: { onKeep: () => void; onDiscard: () => void }) {
  return (
    <Dialog
      small
      open
      onClose={onKeep}
      title="Discard what you typed?"
      foot={
        <>
          <Button variant="quiet" onClick={onDiscard}>
            Discard
          </Button>
          <Button variant="primary" onClick={onKeep}>
            Keep editing
          </Button>
        </>
      }
    >
      It is not saved yet.
    </Dialog>
  );
}

/** Returns the given value, or the last defined one, so that a dialog keeps its content while it closes. */
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

/** Panel at the left edge. Closes on Escape and on the backdrop, and restores the focus. */
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
