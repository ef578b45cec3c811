import { mails } from "@hearth/db/schema/mails";
import { users } from "@hearth/db/schema/users";
import { factoryPassword, makeMerchant } from "@hearth/db/testing/factories";
import { limits } from "@hearth/domain/limits";
import { HearthError } from "@hearth/domain/errors";
import { TRPCError } from "@trpc/server";
import { eq } from "drizzle-orm";
import { expect, it } from "vitest";
import { startHarness } from "./harness.ts";

const address = "0x90F79bf6EB2c4f870365E785982E1f101E93b906";

async function codeOf(call: Promise<unknown>): Promise<string> {
  try {
    await call;
    return "ok";
  } catch (error) {
    const cause = error instanceof TRPCError ? error.cause : error;
    return cause instanceof HearthError ? cause.code : "INTERNAL";
  }
}

it("keeps a stolen token from taking over the account, its money or its staff, and lets the owner revoke it", async () => {
  const harness = await startHarness({ env: { RATE_LIMITS: "off" } });
  const { owner } = await makeMerchant(harness.db);
  await harness.db.update(users).set({ emailConfirmedAt: harness.clock.now() });
  const stolen = await harness.signIn(owner.id);
  harness.clock.advance({ seconds: limits.stepUpSeconds });
  const thief = harness.caller(stolen);
  const guess = { password: "not the password" };
  const tries: Record<string, () => Promise<unknown>> = {
    "another email": () => thief.auth.updateProfile({ firstName: "A", lastName: "B", email: "thief@example.com" }),
    "a wallet": () => thief.wallet.update({ walletAddress: address }),
    "a smart wallet": () => thief.wallet.saveSmart({ smartWalletAddress: address }),
    "an account at an exchange": () => thief.exchange.initiateAuth({}),
    "somebody who works for the business": () => thief.staff.invite({ email: "thief@example.com", role: "owner" }),
    "all data": () => thief.account.exportData({}),
    "its payers as a file": () => thief.merchant.exportTransactions({}),
    "the end of the account": () => thief.account.close({ email: owner.email }),
    "the owner's other devices": () => thief.auth.signOutOtherDevices(),
    "a passkey": () => thief.auth.beginPasskey(),
    "another password": () => thief.auth.changePassword({ currentPassword: guess.password, newPassword: "the thief's own one" }),
    "another payout wallet": () => thief.merchant.setPayoutWallet({ walletAddress: address, ...guess }),
    "a second factor": () => thief.auth.setUpSecondFactor(guess),
    "a fresh session": () => thief.auth.stepUp(guess),
  };
  const answers = Object.fromEntries(
    await Promise.all(Object.entries(tries).map(async ([what, take]) => [what, await codeOf(take())] as const)),
  );
  expect(Object.entries(answers).filter(([, code]) => code !== "STEP_UP_REQUIRED" && code !== "WRONG_PASSWORD")).toEqual([]);
  const [row] = await harness.db.select().from(users).where(eq(users.id, owner.id));
  expect(row).toMatchObject({ email: owner.email, passwordHash: owner.passwordHash, closedAt: null });

  const login = await harness.caller().auth.login({ email: owner.email, password: factoryPassword });
  await harness.caller(login.token).auth.changePassword({ currentPassword: factoryPassword, newPassword: "an own and long password" });
  expect(await codeOf(thief.auth.me())).toBe("UNAUTHENTICATED");
  const mailKinds = (await harness.db.select().from(mails).where(eq(mails.userId, owner.id))).map(({ event }) => event.kind);
  expect(mailKinds).toContain("passwordChanged");
  await harness.close();
});
