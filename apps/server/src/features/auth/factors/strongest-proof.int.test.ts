import { factoryPassword as password, makeMerchant, makeUser } from "@hearth/db/testing/factories";
import { publicId } from "@hearth/domain/ids";
import { limits } from "@hearth/domain/limits";
import { generatePrivateKey, privateKeyToAddress } from "viem/accounts";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { appCode } from "../../../testing/authenticator.ts";
import { failure } from "../../../testing/failure.ts";
import { type Harness, startHarness } from "../../../testing/harness.ts";
import { makeSoftPasskey } from "../../../testing/soft-passkey.ts";

let harness: Harness;
beforeAll(async () => {
  harness = await startHarness();
});
afterAll(() => harness.close());

const newAddress = () => privateKeyToAddress(generatePrivateKey());
const stepUpRequired = { code: "STEP_UP_REQUIRED" };
const age = () => harness.clock.advance({ seconds: limits.stepUpSeconds });

describe.each(["auth", "admin"] as const)("in the %s area, ten minutes after the sign-in", (area) => {
  async function signedIn() {
    const user = await makeUser(harness.db, area === "admin" ? { role: "admin" } : {});
    return harness.caller(await harness.signIn(user.id, area))[area];
  }

  async function withPasskey() {
    const call = await signedIn();
    const passkey = makeSoftPasskey(harness.deps.env.publicOrigin);
    await call.addPasskey({ name: "Phone", response: passkey.register(await call.beginPasskey()) });
    return { call, passkey };
  }

  it("sets up an authenticator app beside a passkey only after the passkey was shown", async () => {
    const { call, passkey } = await withPasskey();
    age();
    expect(await failure(call.setUpSecondFactor({ password }))).toMatchObject(stepUpRequired);
    await call.stepUpWithPasskey({ response: passkey.show(await call.beginPasskeyProof()) });
    const { secret } = await call.setUpSecondFactor({ password });
    await call.confirmSecondFactor({ code: appCode(secret, harness.clock.now()) });
  });

  it("finishes such a setup, and hands out recovery codes, only after the passkey was shown again", async () => {
    const { call, passkey } = await withPasskey();
    harness.clock.advance({ seconds: limits.stepUpSeconds - 1 });
    const { secret } = await call.setUpSecondFactor({ password });
    harness.clock.advance({ seconds: 1 });
    const code = appCode(secret, harness.clock.now());
    expect(await failure(call.confirmSecondFactor({ code }))).toMatchObject(stepUpRequired);
    expect(await call.secondFactor()).toMatchObject({ enabledAt: null });
    await call.stepUpWithPasskey({ response: passkey.show(await call.beginPasskeyProof()) });
    expect((await call.confirmSecondFactor({ code })).recoveryCodes).toHaveLength(limits.recoveryCodes);
  });

  it("sets up an authenticator app with the password alone where the account has nothing stronger", async () => {
    const call = await signedIn();
    age();
    const { secret } = await call.setUpSecondFactor({ password });
    await call.confirmSecondFactor({ code: appCode(secret, harness.clock.now()) });
  });
});

describe.each(["an authenticator app", "a passkey"])("with %s, ten minutes after the sign-in", (factor) => {
  /** A merchant's aged session, and a step-up by its factor. */
  async function aged() {
    const present = newAddress();
    const { owner, merchant } = await makeMerchant(harness.db, { payeeAddress: present });
    const token = await harness.signIn(owner.id);
    const call = harness.caller(token);
    const stepUp = factor === "a passkey" ? await addPasskey(call) : await addApp(call);
    age();
    return { call, token, id: publicId("merchant", merchant.id), present, stepUp };
  }

  async function addApp({ auth }: ReturnType<Harness["caller"]>) {
    const { secret } = await auth.setUpSecondFactor({ password });
    await auth.confirmSecondFactor({ code: appCode(secret, harness.clock.now()) });
    return async () => auth.stepUp({ password, code: appCode(secret, harness.clock.now()) });
  }

  async function addPasskey({ auth }: ReturnType<Harness["caller"]>) {
    const passkey = makeSoftPasskey(harness.deps.env.publicOrigin);
    await auth.addPasskey({ name: "Phone", response: passkey.register(await auth.beginPasskey()) });
    return async () => auth.stepUpWithPasskey({ response: passkey.show(await auth.beginPasskeyProof()) });
  }

  it("the password alone changes no payout wallet, at either interface", async () => {
    const { call, token, id, present, stepUp } = await aged();
    const walletAddress = newAddress();
    const put = () =>
      harness.app.inject({
        method: "PUT",
        url: `/api/merchants/${id}`,
        payload: { walletAddress, password },
        headers: { authorization: `Bearer ${token}` },
      });
    expect(await failure(call.merchant.setPayoutWallet({ walletAddress, password }))).toMatchObject(stepUpRequired);
    const refused = await put();
    expect([refused.statusCode, refused.json().code]).toEqual([403, "STEP_UP_REQUIRED"]);
    expect(await call.merchant.business()).toMatchObject({ walletAddress: present, pendingWallet: null });
    await stepUp();
    expect((await put()).statusCode).toBe(200);
    expect(await call.merchant.business()).toMatchObject({ walletAddress });
  });

  it("the password alone changes no password, at either interface", async () => {
    const { call, token, stepUp } = await aged();
    const change = { currentPassword: password, newPassword: "an own and long password" };
    const put = () =>
      harness.app.inject({
        method: "PUT",
        url: "/api/auth/change-password",
        payload: change,
        headers: { authorization: `Bearer ${token}` },
      });
    expect(await failure(call.auth.changePassword(change))).toMatchObject(stepUpRequired);
    const refused = await put();
    expect([refused.statusCode, refused.json().code]).toEqual([403, "STEP_UP_REQUIRED"]);
    await stepUp();
    expect((await put()).statusCode).toBe(200);
  });
});
