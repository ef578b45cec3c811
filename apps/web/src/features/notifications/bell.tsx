import { Bell as BellIcon } from "lucide-react";
import { AppLink } from "../../kit/links.tsx";
import { Icon } from "../../ui/icon.tsx";
import { VisuallyHidden } from "../../ui/typography.tsx";
import styles from "./notifications.module.css";
import { useUnread } from "./use-unread.ts";

/** Link to the notifications with the unread count. */
export function Bell() {
  const unread = useUnread() ?? 0;
  return (
    <AppLink to="/notifications" className={styles.bell}>
      <Icon icon={BellIcon} size={20} />
      <VisuallyHidden>{unread === 0 ? "Notifications" : `Notifications, ${unread} unread`}</VisuallyHidden>
      {unread > 0 && (
        <span className={styles.count} aria-hidden>
          {unread > 99 ? "99+" : unread}
        </span>
      )}
    </AppLink>
  );
}
