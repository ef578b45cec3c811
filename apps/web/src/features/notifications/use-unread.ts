import { useState } from "react";
import { trpc } from "../../lib/trpc.ts";
import { useVisible } from "../../lib/use-visible.ts";

/** Whose calls they are: of the product, or of the administrators' area. */
export type NoticeArea = "auth" | "admin";

/** How many notifications are unread, followed while the page is seen; undefined until it is known. News ask the list anew. */
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
