import { factoryPassword, makeUser } from "@hearth/db/testing/factories";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Harness, startHarness } from "../../../testing/harness.ts";

let harness: Harness;
beforeAll(async () => {
  harness = await startHarness({ env: { RATE_LIMITS: "off" } });
});
afterAll(() => harness.close());

/** A user signed in on two devices, and in the admin area if they are an admin. */
async function signedInTwice() {
  const user = await makeUser(harness.db);
  const [here, elsewhere] = [await harness.signIn(user.id), await harness.signIn(user.id)];
  const isIn = (token: string) =>
    harness
      .caller(token)
      .auth.me()
      .then(
        () => true,
        () => false,
      );
  return { user, here, elsewhere, isIn };
}

async function auditOf(actorId: string) {
  const entries = await harness.db.query.auditLog.findMany({ where: (entry, { eq }) => eq(entry.actorId, actorId) });
  return entries.toSorted((left, right) => left.id - right.id).map(({ action, data }) => ({ action, data }));
}

describe("updating one's profile", () => {
  it("changes the name and ends no session", async () => {
    const { user, here, elsewhere, isIn } = await signedInTwice();
    const view = await harness.caller(here).auth.updateProfile({ firstName: " Zoë ", lastName: "Lindqvist", email: user.email });
    expect(view).toMatchObject({ firstName: "Zoë", lastName: "Lindqvist", email: user.email });
    expect(await harness.caller(elsewhere).auth.me()).toEqual(view);
    expect(await isIn(here)).toBe(true);
  });

  it("audits nothing where nothing changes", async () => {
    const { user, here, elsewhere, isIn } = await signedInTwice();
    const { firstName, lastName, email } = user;
    await harness.caller(here).auth.updateProfile({ firstName, lastName, email });
    expect(await isIn(elsewhere)).toBe(true);
    expect(await auditOf(user.id)).toEqual([]);
  });

  it("refuses what was typed over a profile that has changed since, and accepts a repeat of what is there", async () => {
    const { user, here } = await signedInTwice();
    const { auth } = harness.caller(here);
    const { firstName, lastName, email } = user;
    const seen = { firstName, lastName, email };
    const renamed = { ...seen, firstName: "Zoë", seen };
    await auth.updateProfile(renamed);
    expect(await auth.updateProfile(renamed)).toMatchObject({ firstName: "Zoë" });
    const conflict = { code: "CONFLICT", message: "Someone else has changed this since you opened it. Nothing was saved." };
    await expect(auth.updateProfile({ ...seen, lastName: "Lindqvist", seen })).rejects.toMatchObject(conflict);
    await expect(auth.updateProfile({ firstName: "Zoë", lastName, email: `new.${email}`, seen })).rejects.toMatchObject(conflict);
    expect(await auth.me()).toMatchObject({ firstName: "Zoë", lastName, email });
    expect(await auth.emailStanding()).toMatchObject({ newEmail: null });
  });

  it("requires all three fields, and refuses others", async () => {
    const { here } = await signedInTwice();
    const put = (payload: object) =>
      harness.app.inject({ method: "PUT", url: "/api/auth/update-profile", headers: { authorization: `Bearer ${here}` }, payload });
    const empty = await put({ firstName: " ", lastName: "", email: "" });
    expect(empty.json().errors).toEqual({
      firstName: "First name is required",
      lastName: "Last name is required",
      email: "Email is required",
    });
    const more = await put({ firstName: "A", lastName: "B", email: "a@example.com", role: "admin", status: "active" });
    expect(more.statusCode).toBe(400);
    expect((await put({ firstName: "A", lastName: "B", email: "nobody" })).json().errors).toEqual({
      email: "Please enter a valid email address",
    });
  });
});

describe("changing one's password", () => {
  const change = (token: string, payload: object) =>
    harness.app.inject({ method: "PUT", url: "/api/auth/change-password", headers: { authorization: `Bearer ${token}` }, payload });

  it("keeps this device and signs out the others; only the new password signs in from then on", async () => {
    const { user, here, elsewhere, isIn } = await signedInTwice();
    const answer = await change(here, { currentPassword: factoryPassword, newPassword: "an even better one" });
    expect(answer.statusCode).toBe(200);
    expect(answer.json()).toEqual({ message: "Password changed successfully" });
    expect(await isIn(here)).toBe(true);
    expect(await isIn(elsewhere)).toBe(false);
    await expect(harness.caller().auth.login({ email: user.email, password: factoryPassword })).rejects.toThrow(
      "Invalid email or password",
    );
    await harness.caller().auth.login({ email: user.email, password: "an even better one" });
  });

  it("changes nothing when the current password is wrong, or the new one too short", async () => {
    const { here, elsewhere, isIn } = await signedInTwice();
    const wrong = await change(here, { currentPassword: "not the password", newPassword: "an even better one" });
    expect([wrong.statusCode, wrong.json().errors]).toEqual([422, { currentPassword: "Current password is incorrect" }]);
    const short = await change(here, { currentPassword: factoryPassword, newPassword: "short" });
    expect([short.statusCode, short.json().errors]).toEqual([400, { newPassword: "New password must be at least 8 characters long" }]);
    expect(await isIn(elsewhere)).toBe(true);
  });
});
