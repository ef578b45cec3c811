import { factoryPassword, makeUser } from "@hearth/db/testing/factories";
import { users } from "@hearth/db/schema/users";
import { eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { appCode } from "../../../testing/authenticator.ts";
import { type Harness, startHarness } from "../../../testing/harness.ts";
import { signInAdmin } from "./admin-sign-in.service.ts";
import { login } from "./auth.service.ts";
import { checkCredentials } from "../passwords/check-credentials.ts";
import { revalidateCredentials } from "./revalidate-credentials.ts";

let harness: Harness;
beforeAll(async () => {
  harness = await startHarness();
});
afterAll(() => harness.close());

const origin = { requestId: "test", ip: "127.0.0.1", userAgent: null };

/** The server's dependencies, with an action that runs after a password was verified and before the session is stored. */
function interrupted(happens: () => Promise<unknown>): Harness["deps"] {
  const { deps } = harness;
  const verify: typeof deps.passwords.verify = async (hash, password) => {
    const isRight = await deps.passwords.verify(hash, password);
    await happens();
    return isRight;
  };
  return { ...deps, passwords: { ...deps.passwords, verify } };
}

async function account(role: "user" | "admin" = "user") {
  const user = await makeUser(harness.db, { role });
  const { auth } = harness.caller(await harness.signIn(user.id));
  return { user, auth, credentials: { email: user.email, password: factoryPassword } };
}

describe("a sign-in between its password check and its session", () => {
  it("fails once the password has been changed", async () => {
    const { auth, credentials } = await account();
    const deps = interrupted(() => auth.changePassword({ currentPassword: factoryPassword, newPassword: "an even better one" }));
    await expect(login(deps, origin, credentials)).rejects.toMatchObject({ code: "INVALID_CREDENTIALS" });
  });

  it("fails once the account has been suspended, also in the admin area", async () => {
    for (const [role, signIn] of [["user", login] as const, ["admin", signInAdmin] as const]) {
      const { user, credentials } = await account(role);
      const deps = interrupted(() => harness.db.update(users).set({ status: "suspended" }).where(eq(users.id, user.id)));
      await expect(signIn(deps, origin, credentials)).rejects.toMatchObject({ code: "INVALID_CREDENTIALS" });
    }
  });

  it("requires a second factor that has been switched on since", async () => {
    const { auth, credentials } = await account();
    const { secret } = await auth.setUpSecondFactor({ password: factoryPassword });
    const checked = await checkCredentials(harness.deps, origin, credentials);
    await auth.confirmSecondFactor({ code: appCode(secret, harness.clock.now()) });
    const open = (shownFactor: boolean) => harness.db.transaction((tx) => revalidateCredentials(tx, { ...checked, shownFactor }));
    await expect(open(false)).rejects.toMatchObject({ code: "SECOND_FACTOR_REQUIRED" });
    await open(true);
  });
});
