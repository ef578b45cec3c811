import { factoryPassword as password, makeUser } from "@hearth/db/testing/factories";
import { limits } from "@hearth/domain/limits";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { appCode } from "../../../testing/authenticator.ts";
import { type Harness, startHarness } from "../../../testing/harness.ts";
import { makeSoftPasskey } from "../../../testing/soft-passkey.ts";

let harness: Harness;
beforeAll(async () => {
  harness = await startHarness();
});
afterAll(() => harness.close());

const stepUpRequired = { code: "STEP_UP_REQUIRED" };
const failure = (promise: Promise<unknown>) =>
  promise.then(
    () => null,
    (error: { cause?: unknown }) => error.cause,
  );
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
