import { publicId } from "@hearth/domain/ids";
import { staffRoles } from "@hearth/domain/merchants/staff-roles";
import { z } from "zod";
import { isoTime } from "../../trpc/wire.ts";
import type { StaffRow } from "./staff.repo.ts";

/** A staff member of a business, or an invitation. */
export const staffView = z.strictObject({
  _id: z.string(),
  email: z.string(),
  /** Null for an invitation. */
  name: z.string().nullable(),
  role: z.enum(staffRoles),
  /** `expired`: nobody accepted the invitation in time. */
  state: z.enum(["invited", "expired", "joined"]),
  invitedAt: isoTime,
  expiresAt: isoTime,
  joinedAt: isoTime.nullable(),
  isYou: z.boolean(),
});

/** A business's owner and staff. */
export const staffListView = z.strictObject({
  owner: z.strictObject({ name: z.string(), email: z.string(), isYou: z.boolean() }),
  items: staffView.array(),
});
export type StaffListView = z.infer<typeof staffListView>;

/** An invitation as its recipient sees it before accepting. */
export const staffInvitationView = z.strictObject({ business: z.string(), email: z.string(), role: z.enum(staffRoles) });
export type StaffInvitationView = z.infer<typeof staffInvitationView>;

/** Shows a row to the business's own people. */
export function viewStaff({ staff, firstName, lastName }: StaffRow, userId: string, now: Date): z.infer<typeof staffView> {
  const hasJoined = staff.joinedAt !== null;
  return {
    _id: publicId("staff", staff.id),
    email: staff.email,
    name: hasJoined ? `${firstName} ${lastName}` : null,
    role: staff.role,
    state: hasJoined ? "joined" : staff.expiresAt <= now ? "expired" : "invited",
    invitedAt: staff.createdAt.toISOString(),
    expiresAt: staff.expiresAt.toISOString(),
    joinedAt: staff.joinedAt?.toISOString() ?? null,
    isYou: staff.userId === userId,
  };
}
