import { useState } from "react";
import { useNews } from "../../lib/news.ts";
import { trpc } from "../../lib/trpc.ts";
import { useVisible } from "../../lib/use-visible.ts";

/** API area of the calls: the product, or the admin area. */
export type NoticeArea = "auth" | "admin";

/** Follows the number of unread notifications of the user. Undefined until known. Each update invalidates the list. */
export function useUnread(): number | undefined {
  const utils = trpc.useUtils();
  const [count, setCount] = useState<number>();
  useNews("unread", ({ unread }) => {
    setCount(unread);
    void utils.auth.notifications.invalidate();
  });
  return count;
}

/** Like `useUnread`, for the administrator. */
export function useUnreadOfAdmin(): number | undefined {
  const utils = trpc.useUtils();
  const isVisible = useVisible();
  const [count, setCount] = useState<number>();
  trpc.admin.watch.useSubscription(
    {},
    {
      enabled: isVisible,
      onData: ({ data }) => {
        setCount(data.unread);
        void utils.admin.notifications.invalidate();
      },
    },
  );
  return count;
}
