import { sessions } from "@hearth/db/schema/sessions";
import { users } from "@hearth/db/schema/users";
import { makeMerchant, makeUser } from "@hearth/db/testing/factories";
import { makePasskey } from "@hearth/db/testing/second-factor-factories";
import type { ErrorCode } from "@hearth/domain/errors";
import { eq } from "drizzle-orm";
import type { Policy } from "../trpc/init.ts";
import type { ProcedureInfo } from "../trpc/procedure-meta.ts";
import type { Harness } from "./harness.ts";

/** A caller whom a policy admits and whose standing falls short in one dimension. */
export interface WeakCaller {
  name: string;
  policy: Exclude<Policy, "public">;
  authorization: string;
  /** The refusal that a procedure's rules demand of this caller; null where they admit it. */
  refusal(procedure: ProcedureInfo): ErrorCode | null;
}

type Refusal = WeakCaller["refusal"];

const aged: Refusal = ({ meta }) => (meta?.stepUp === "always" ? "STEP_UP_REQUIRED" : null);
const agedWithPasskey: Refusal = ({ meta }) => (meta?.stepUp === "always" || meta?.stepUp === "besidePassword" ? "STEP_UP_REQUIRED" : null);
const suspended: Refusal = ({ type, meta }) => (type === "mutation" && meta?.business === "notSuspended" ? "BUSINESS_SUSPENDED" : null);
const unconfirmed: Refusal = ({ meta }) => (meta?.strangers === "invited" || meta?.strangers === "askedToPay" ? "EMAIL_UNCONFIRMED" : null);
const withoutWallet: Refusal = ({ meta }) => (meta?.strangers === "askedToPay" ? "MERCHANT_WALLET_MISSING" : null);

/** Longer than a sign-in counts as recent. */
const agedMs = 11 * 60_000;

/** Creates callers that fall short in freshness, second factor, business status, email confirmation or payout wallet, one dimension each. */
export async function makeWeakCallers(harness: Harness): Promise<WeakCaller[]> {
  const { db, clock } = harness;
  const emailConfirmedAt = clock.now();
  const ownerOf = async (values: Parameters<typeof makeMerchant>[1], isConfirmed = true) => {
    const { owner } = await makeMerchant(db, values);
    if (isConfirmed) await db.update(users).set({ emailConfirmedAt }).where(eq(users.id, owner.id));
    return owner;
  };
  const accounts = {
    user: () => makeUser(db, { emailConfirmedAt }),
    merchant: () => ownerOf({}),
    admin: () => makeUser(db, { role: "admin", emailConfirmedAt }),
  };
  const weak = async (name: string, policy: WeakCaller["policy"], userId: string, refusal: Refusal, ageMs = 0): Promise<WeakCaller> => {
    const token = await harness.signIn(userId, policy === "admin" ? "admin" : "auth");
    const authenticatedAt = new Date(clock.now().getTime() - ageMs);
    if (ageMs > 0) await db.update(sessions).set({ authenticatedAt }).where(eq(sessions.userId, userId));
    return { name, policy, authorization: `Bearer ${token}`, refusal };
  };
  const callers: WeakCaller[] = [];
  for (const [policy, make] of [
    ["user", accounts.user],
    ["merchant", accounts.merchant],
    ["admin", accounts.admin],
  ] as const) {
    callers.push(await weak(`${policy} in an aged session`, policy, (await make()).id, aged, agedMs));
    const holder = await make();
    await makePasskey(db, { userId: holder.id });
    callers.push(await weak(`${policy} with a passkey in an aged session`, policy, holder.id, agedWithPasskey, agedMs));
  }
  const halted = await ownerOf({ status: "suspended" });
  callers.push(await weak("the owner of a suspended business", "merchant", halted.id, suspended));
  callers.push(await weak("an owner with an unconfirmed email", "merchant", (await ownerOf({}, false)).id, unconfirmed));
  callers.push(await weak("an owner without a payout wallet", "merchant", (await ownerOf({ payeeAddress: null })).id, withoutWallet));
  return callers;
}
