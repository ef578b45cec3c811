import { errorMessage } from "../../lib/api-error.ts";
import { AppLink } from "../../kit/links.tsx";
import { PagedList } from "../../kit/list/paged-list.tsx";
import { usePages } from "../../kit/list/use-pages.ts";
import { type Outputs, trpc } from "../../lib/trpc.ts";
import { Button } from "../../ui/button.tsx";
import { DataTable, type DataTableColumn } from "../../ui/data-table.tsx";
import { cx } from "../../ui/cx.ts";
import { FieldError } from "../../ui/field.tsx";
import { Time } from "../../ui/moment.tsx";
import { PageHead, Section } from "../../ui/page.tsx";
import { Text, VisuallyHidden } from "../../ui/typography.tsx";
import { MailPreferences } from "./mail-preferences.tsx";
import styles from "./notifications.module.css";
import type { NoticeArea } from "./use-unread.ts";

const failed = "Your notifications could not be loaded.";

type Notice = Outputs["auth"]["notifications"]["items"][number];

/** Lists an account's notifications, newest first. Following one marks it as read; the button marks all. */
export function Notifications({ area }: { area: NoticeArea }) {
  const pages = usePages(trpc[area].notifications, {});
  const mark = trpc[area].markNotificationsRead.useMutation();
  const onFollow = ({ _id, read }: Notice) => {
    if (!read) mark.mutate({ notificationId: _id });
  };
  const hasUnread = pages.data?.pages.some(({ items }) => items.some(({ read }) => !read)) ?? false;
  return (
    <>
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
      <PagedList pages={pages} noun="notification" failed={failed} empty="Nothing yet. News about your account and payments appears here.">
        {(items) => (
          <DataTable cards="wide" caption="Notifications" columns={columnsFor(onFollow)} rows={items} rowKey={({ _id }) => _id} />
        )}
      </PagedList>
      <Section title="Emails" ruled>
        <MailPreferences area={area} />
      </Section>
    </>
  );
}

function columnsFor(onFollow: (notice: Notice) => void): DataTableColumn<Notice>[] {
  return [
    { id: "what", head: "What", kind: "title", wraps: true, cell: (notice) => <What notice={notice} onFollow={onFollow} /> },
    { id: "date", head: "When", kind: "meta", cell: ({ createdAt }) => <Time at={createdAt} shape="minute" /> },
  ];
}

function What({ notice, onFollow }: { notice: Notice; onFollow: (notice: Notice) => void }) {
  const { title, text, path, read } = notice;
  return (
    <div className={cx(styles.notice, !read && styles.unread)}>
      <Text strong={!read}>
        {path === null ? (
          title
        ) : (
          <AppLink to={path} onClick={() => onFollow(notice)}>
            {title}
          </AppLink>
        )}
        {!read && <VisuallyHidden> (unread)</VisuallyHidden>}
      </Text>
      <Text size="note">{text}</Text>
    </div>
  );
}
