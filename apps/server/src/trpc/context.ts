import type { OwnMerchant } from "@hearth/db/merchant-of";
import type { SessionKind } from "@hearth/db/schema/sessions";
import type { Role } from "@hearth/domain/auth/roles";
import type { StaffRole } from "@hearth/domain/merchants/staff-roles";
import type { Deps } from "../deps.ts";
import type { UserView } from "../features/auth/rows/auth.view.ts";
import type { Upload } from "../uploads/upload.ts";

/** The caller, with the rights that the database gives at this moment. */
export interface Actor {
  userId: string;
  role: Role;
  /** The role of a staff account in another account's business; null for everybody else. */
  staffRole: StaffRole | null;
  /** True for an administrator who can read everything and change only their own account. */
  isReadOnly: boolean;
  /** The kind of the token. An auth token never opens an admin call, nor an admin token another call. */
  kind: SessionKind;
  sessionId: string;
  /** The time the session's user last authenticated. */
  authenticatedAt: Date;
  /** The account, where the session's statement read it as well: see `besideSession`. */
  account?: UserView;
  /** The merchant that the account owns or works for, where the session's statement read it as well. Null where there is none. */
  business?: OwnMerchant | null;
}

/** The origin of a call, for the audit log and the limits. */
export interface CallOrigin {
  requestId: string;
  ip: string;
  userAgent: string | null;
  /** The caller's browser, by the token in its cookie; undefined where cookies are not available. */
  device?: { token: string | null; keep(token: string): void } | undefined;
  /** The caller's IANA time zone, where the call has one. */
  timeZone?: string;
}

/** The context of a call; the same for both interfaces. */
export interface Context extends CallOrigin {
  deps: Deps;
  actor: Actor | null;
  /** The viewer's IANA time zone, for days and months. */
  timeZone: string;
  /** The idempotency key from the header, or null. */
  idempotencyKey: string | null;
  /** Files sent with the call; only the documented interface accepts any. */
  uploads: Upload[];
}
