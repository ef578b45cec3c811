import { useState } from "react";
import { trpc } from "../../lib/trpc.ts";
import { useVisible } from "../../lib/use-visible.ts";

/** API area of the calls: the product, or the admin area. */
export type NoticeArea = "auth" | "admin";

/** Subscribes to the number of unread notifications while the page is visible. Undefined until known. Each update invalidates the list. */
export function useUnread(area: NoticeArea): number | undefined {
  const utils = trpc.useUtils();
  const isVisible = useVisible();
  const [unread, setUnread] = useState<number>();
  trpc[area].unreadNotifications.useSubscription(
    {},
    {
      enabled: isVisible,
      onData: ({ data }) => {
        setUnread(data.unread);
        void utils[area].notifications.invalidate();
      },
    },
  );
  return unread;
}
