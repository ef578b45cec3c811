import { errorMessage } from "../../lib/api-error.ts";
import { AppLink } from "../../kit/links.tsx";
import { PagedList } from "../../kit/list/paged-list.tsx";
import { usePages } from "../../kit/list/use-pages.ts";
import { type Outputs, trpc } from "../../lib/trpc.ts";
import { Button } from "../../ui/button.tsx";
import { cx } from "../../ui/cx.ts";
import { FieldError } from "../../ui/field.tsx";
import { Time } from "../../ui/moment.tsx";
import { Page, PageHead } from "../../ui/page.tsx";
import { Text } from "../../ui/typography.tsx";
import styles from "./notifications.module.css";
import type { NoticeArea } from "./use-unread.ts";

const failed = "Your notifications could not be loaded.";

type Notice = Outputs["auth"]["notifications"]["items"][number];

/** What the product has told an account, the newest first; following one of them, or the button, marks as read. */
export function Notifications({ area }: { area: NoticeArea }) {
  const utils = trpc.useUtils();
  const pages = usePages(trpc[area].notifications, {});
  const mark = trpc[area].markNotificationsRead.useMutation({ onSuccess: () => utils[area].notifications.invalidate() });
  const hasUnread = pages.data?.pages.some(({ items }) => items.some(({ read }) => !read)) ?? false;
  return (
    <Page narrow>
      <PageHead
        title="Notifications"
        actions={
          hasUnread && (
            <Button busy={mark.isPending} onClick={() => mark.mutate({})}>
              Mark all as read
            </Button>
          )
        }
      />
      {mark.isError && <FieldError>{errorMessage(mark.error, "They could not be marked as read. Please try again.")}</FieldError>}
      <PagedList pages={pages} noun="notification" failed={failed} empty="Nothing has happened yet. What does appears here.">
        {(items) => (
          <ul className={styles.list} aria-label="Notifications">
            {items.map((notice) => (
              <NoticeRow key={notice._id} notice={notice} onFollow={() => mark.mutate({ notificationId: notice._id })} />
            ))}
          </ul>
        )}
      </PagedList>
    </Page>
  );
}

function NoticeRow({ notice: { title, text, path, createdAt, read }, onFollow }: { notice: Notice; onFollow: () => void }) {
  return (
    <li className={cx(styles.notice, !read && styles.unread)}>
      <Text strong={!read}>
        {path === null ? (
          title
        ) : (
          <AppLink to={path} onClick={() => !read && onFollow()}>
            {title}
          </AppLink>
        )}
      </Text>
      <Text size="note">{text}</Text>
      <Text size="note" muted>
        <Time at={createdAt} shape="minute" />
      </Text>
    </li>
  );
}
