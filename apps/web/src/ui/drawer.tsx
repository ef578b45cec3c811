import { Dialog } from "@base-ui/react/dialog";
import type { ReactNode } from "react";
import styles from "./drawer.module.css";
import { VisuallyHidden } from "./typography.tsx";

interface DrawerProps {
  open: boolean;
  onClose: () => void;
  label: string;
  children: ReactNode;
}

/** A panel from the left edge; Escape and the backdrop close it, and focus comes back. */
export function Drawer({ open, onClose, label, children }: DrawerProps) {
  return (
    <Dialog.Root open={open} onOpenChange={(next) => !next && onClose()}>
      <Dialog.Portal>
        <Dialog.Backdrop data-veil className={styles.veil} />
        <Dialog.Popup className={styles.drawer}>
          <Dialog.Title render={<div />}>
            <VisuallyHidden>{label}</VisuallyHidden>
          </Dialog.Title>
          {children}
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  );
}
