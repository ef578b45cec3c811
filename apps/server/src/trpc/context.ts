import type { SessionKind } from "@hearth/db/schema/sessions";
import type { Role } from "@hearth/domain/auth/roles";
import type { Deps } from "../deps.ts";
import type { Upload } from "../uploads/upload.ts";

/** Who is asking, as the database says at this moment. */
export interface Actor {
  userId: string;
  role: Role;
  /** Which kind of token was shown; an auth token never opens an admin call, nor the other way round. */
  kind: SessionKind;
  sessionId: string;
}

/** Where a call came from, for the audit log and the limits. */
export interface CallOrigin {
  requestId: string;
  ip: string;
  userAgent: string | null;
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
