import { users } from "@hearth/db/schema/users";
import { makeMerchant, makeUser } from "@hearth/db/testing/factories";
import { eq } from "drizzle-orm";
import { logout } from "../features/auth/auth.service.ts";
import { resolveActor } from "../features/auth/sessions.service.ts";
import type { Harness } from "./harness.ts";

/** Somebody who calls: whether the server should take them for signed in, and what their token is at this moment. */
export interface Caller {
  name: string;
  isSignedIn: boolean;
  role: "user" | "merchant" | "admin";
  /** The whole `Authorization` header, or nothing. */
  authorization(): Promise<string | undefined>;
}

/** Twelve kinds of strangers and accounts; the first is the one that owns what is asked for. */
export async function makeCallers(harness: Harness, ownerId: string): Promise<Caller[]> {
  const { db } = harness;
  const other = await makeUser(db);
  const { owner: merchantOwner } = await makeMerchant(db);
  const admin = await makeUser(db, { role: "admin" });
  const bearer = async (userId: string, kind: "auth" | "admin" = "auth") => `Bearer ${await harness.signIn(userId, kind)}`;
  const signedIn = (name: string, role: Caller["role"], userId: string): Caller => ({
    name,
    role,
    isSignedIn: true,
    authorization: () => bearer(userId),
  });
  const stranger = (name: string, authorization: Caller["authorization"]): Caller => ({
    name,
    role: "user",
    isSignedIn: false,
    authorization,
  });
  return [
    signedIn("the owner", "user", ownerId),
    signedIn("another consumer", "user", other.id),
    signedIn("a merchant's owner", "merchant", merchantOwner.id),
    signedIn("an admin with an auth token", "admin", admin.id),
    stranger("nobody", async () => undefined),
    stranger("garbage", async () => "Bearer hrt_garbage"),
    stranger("a token that was never given", async () => `Bearer hrt_${"A".repeat(43)}`),
    stranger("the owner's token under another scheme", async () => (await bearer(ownerId)).replace("Bearer", "Basic")),
    stranger("the owner after logout", () => revoked(harness, ownerId)),
    stranger("the owner after expiry", () => expired(harness, ownerId)),
    stranger("an admin with an admin token", () => bearer(admin.id, "admin")),
    stranger("a suspended account", async () => bearer(await accountIn(harness, "suspended"))),
    stranger("an inactive account", async () => bearer(await accountIn(harness, "inactive"))),
  ];
}

async function revoked(harness: Harness, userId: string): Promise<string> {
  const token = await harness.signIn(userId);
  const actor = await resolveActor(harness.deps, token);
  if (actor === null) throw new Error("The session did not open");
  await logout(harness.deps, { requestId: "test", ip: "127.0.0.1", userAgent: null }, actor);
  return `Bearer ${token}`;
}

async function expired(harness: Harness, userId: string): Promise<string> {
  const now = harness.clock.now();
  harness.clock.advance({ hours: -24 });
  const token = await harness.signIn(userId);
  harness.clock.set(now);
  return `Bearer ${token}`;
}

async function accountIn({ db }: Harness, status: "suspended" | "inactive"): Promise<string> {
  const { id } = await makeUser(db);
  await db.update(users).set({ status }).where(eq(users.id, id));
  return id;
}
