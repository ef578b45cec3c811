import type { SessionKind } from "@hearth/db/schema/sessions";
import type { Role } from "@hearth/domain/auth/roles";
import type { StaffRole } from "@hearth/domain/merchants/staff-roles";
import type { Deps } from "../deps.ts";
import type { Upload } from "../uploads/upload.ts";

/** Who is asking, as the database says at this moment. */
export interface Actor {
  userId: string;
  role: Role;
  /** What a merchant's account may do where it works for a business that another account owns; null for everybody else. */
  staffRole: StaffRole | null;
  /** An administrator who sees everything and changes nothing but their own account. */
  isReadOnly: boolean;
  /** Which kind of token was shown; an auth token never opens an admin call, nor the other way round. */
  kind: SessionKind;
  sessionId: string;
  /** When the session's holder last showed who they are. */
  authenticatedAt: Date;
}

/** Where a call came from, for the audit log and the limits. */
export interface CallOrigin {
  requestId: string;
  ip: string;
  userAgent: string | null;
  /** The browser that asks, by the token in its cookie; left out where no browser can keep one. */
  device?: { token: string | null; keep(token: string): void } | undefined;
  /** The IANA zone of whoever calls, where a call says one. */
  timeZone?: string;
}

/** What one call knows about itself. The same for both interfaces. */
export interface Context extends CallOrigin {
  deps: Deps;
  actor: Actor | null;
  /** IANA zone that the viewer's days and months follow. */
  timeZone: string;
  /** The call's idempotency key where it came as a header. */
  idempotencyKey: string | null;
  /** Files that came with the call; only the documented interface takes any. */
  uploads: Upload[];
}
