import { createFileRoute } from "@tanstack/react-router";
import { Notifications } from "../../../features/notifications/notifications.tsx";
import { Page } from "../../../ui/page.tsx";
import { useTitle } from "../../../lib/use-title.ts";

export const Route = createFileRoute("/admin/_area/notifications")({ component: NotificationsPage });

function NotificationsPage() {
  useTitle("Notifications");
  return (
    <Page narrow>
      <Notifications area="admin" />
    </Page>
  );
}
