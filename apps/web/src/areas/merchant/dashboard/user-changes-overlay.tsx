import { LazyOverlay } from "../../../lib/loading/lazy-overlay.tsx";
import { lazyPart } from "../../../ui/lazy-part.tsx";

/** The dialog of the month's tenant changes. The dashboard fetches its code when the browser is idle. */
export const UserChangesDialog = lazyPart(async () => (await import("./user-changes.tsx")).UserChangesDialog);

/** Shows the dialog of the month's tenant changes over the dashboard. */
export function UserChangesOverlay({ open, onClose }: { open: boolean; onClose: () => void }) {
  return (
    <LazyOverlay open={open}>
      <UserChangesDialog open={open} onClose={onClose} />
    </LazyOverlay>
  );
}
