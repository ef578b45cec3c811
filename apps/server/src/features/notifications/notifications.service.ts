import { HearthError } from "@hearth/domain/errors";
import { parsePublicId, publicId } from "@hearth/domain/ids";
import type { ListNotificationsInput } from "@hearth/domain/notifications/inputs";
import { wordsOf } from "@hearth/domain/notifications/words";
import { z } from "zod";
import type { Deps } from "../../deps.ts";
import type { Followed } from "../../events/follow.ts";
import { paginate, readCursor } from "../../paging/cursor.ts";
import type { Actor } from "../../trpc/context.ts";
import { isoTime } from "../../trpc/wire.ts";
import { countUnread, listNotifications, markAllRead, markRead, type NotificationRow } from "./notifications.repo.ts";

/** The bell shows no larger number. */
const mostCounted = 100;

/** A notification, with its words in the requested time zone. */
export const notificationView = z.strictObject({
  _id: z.string(),
  kind: z.string(),
  title: z.string(),
  text: z.string(),
  /** The path of the product that it links to, or null. */
  path: z.string().nullable(),
  createdAt: isoTime,
  read: z.boolean(),
});
export const notificationPageView = z.strictObject({ items: notificationView.array(), nextCursor: z.string().nullable() });
/** The number of unread notifications, up to a hundred. */
export const unreadView = z.strictObject({ unread: z.number().int() });

/** Returns a page of the user's notifications, newest first. */
export async function readNotifications(deps: Deps, { userId }: Actor, { cursor, limit }: ListNotificationsInput, timeZone: string) {
  const before = cursor === undefined ? undefined : readCursor("notification", cursor);
  const rows = await listNotifications(deps.db, userId, { before, limit: limit + 1 });
  const { page, nextCursor } = paginate("notification", rows, limit, ({ createdAt: at, id }) => ({ at, id }));
  return { items: page.map((row) => view(row, timeZone)), nextCursor };
}

function view({ id, event, createdAt, readAt }: NotificationRow, timeZone: string): z.infer<typeof notificationView> {
  const { title, text, action, listPath, listText } = wordsOf(event, { timeZone });
  return {
    _id: publicId("notification", id),
    kind: event.kind,
    title,
    text: listText ?? text[0],
    path: listPath ?? action?.path ?? null,
    createdAt: createdAt.toISOString(),
    read: readAt !== null,
  };
}

/** The user's unread notifications as a subject of a stream. */
export function followUnread(deps: Deps, { userId }: Actor): Followed<z.infer<typeof unreadView>> {
  return { bus: deps.userEvents, uuid: userId, load: () => readUnread(deps, userId) };
}

/** Counts the user's unread notifications. */
async function readUnread(deps: Deps, userId: string): Promise<z.infer<typeof unreadView>> {
  return { unread: await countUnread(deps.db, userId, mostCounted) };
}

/** Marks one of the user's notifications as read, or all of them. Returns the number still unread. @throws HearthError NOT_FOUND. */
export async function markNotificationsRead(deps: Deps, { userId }: Actor, notificationId: string | undefined) {
  const now = deps.clock.now();
  if (notificationId === undefined) await markAllRead(deps.db, userId, now);
  else {
    const id = parsePublicId("notification", notificationId);
    if (id === null || !(await markRead(deps.db, userId, id, now)))
      throw new HearthError("NOT_FOUND", { message: "Notification not found" });
  }
  return readUnread(deps, userId);
}
