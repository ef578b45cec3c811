import { merchants } from "@hearth/db/schema/merchants";
import { payees } from "@hearth/db/schema/payees";
import { makeAddress, makeMerchant, makeUser } from "@hearth/db/testing/factories";
import { publicId } from "@hearth/domain/ids";
import { and, eq, isNull } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Harness, startHarness } from "../../testing/harness.ts";
import { findEnrolledMerchant, setPayee } from "./merchants.service.ts";

let harness: Harness;
beforeAll(async () => {
  harness = await startHarness();
});
afterAll(() => harness.close());

describe("the merchant lists", () => {
  it("show active merchants to enroll with, inactive ones for history, suspended ones never", async () => {
    await makeMerchant(harness.db, { name: "Cedar House" });
    await makeMerchant(harness.db, { name: "Birch House", status: "inactive", payeeAddress: null });
    await makeMerchant(harness.db, { name: "Alder House", status: "suspended" });
    const call = harness.caller(await harness.signIn((await makeUser(harness.db)).id));
    expect((await call.merchant.list({})).items.map(({ name }) => name)).toEqual(["Cedar House"]);
    const { items: all } = await call.merchant.listAll({});
    expect(all.map(({ name, status }) => [name, status])).toEqual([
      ["Birch House", "inactive"],
      ["Cedar House", "active"],
    ]);
    expect(Object.keys(all[0] ?? {}).toSorted()).toEqual(["_id", "businessType", "name", "status", "walletAddress"]);
    expect(all[0]?.walletAddress).toBeNull();
  });

  it("page by name and then by id, without losing a merchant when its neighbour is renamed meanwhile", async () => {
    const separateHarness = await startHarness();
    const names = ["Ärna House", "Birch House", "Birch House", "日の出荘", "Elm House"];
    const made = [];
    for (const name of names) made.push((await makeMerchant(separateHarness.db, { name })).merchant);
    await makeMerchant(separateHarness.db, { name: "Dogwood House", status: "inactive" });
    const call = separateHarness.caller(await separateHarness.signIn((await makeUser(separateHarness.db)).id));
    const whole = await call.merchant.list({});
    expect(whole.items.map(({ name }) => name).toSorted()).toEqual(names.toSorted());
    expect(whole.nextCursor).toBeNull();

    const listedIds: string[] = [];
    let cursor: string | undefined;
    do {
      const page = await call.merchant.list({ limit: 1, cursor });
      listedIds.push(...page.items.map(({ _id }) => _id));
      cursor = page.nextCursor ?? undefined;
    } while (cursor !== undefined);
    expect(listedIds).toEqual(whole.items.map(({ _id }) => _id));

    const first = await call.merchant.list({ limit: 2 });
    const last = made.find(({ id }) => publicId("merchant", id) === first.items[1]?._id);
    await separateHarness.db
      .update(merchants)
      .set({ name: "Zelkova House" })
      .where(eq(merchants.id, last?.id ?? ""));
    const rest = await call.merchant.list({ cursor: first.nextCursor ?? "" });
    expect(rest.items.map(({ _id }) => _id)).toEqual(expect.arrayContaining(whole.items.slice(2).map(({ _id }) => _id)));
    const history = await call.merchant.listAll({ limit: 500 });
    expect(history.items.map(({ name }) => name)).toContain("Dogwood House");
    await separateHarness.close();
  });

  it("refuse a page of 501, and a forged cursor", async () => {
    const call = harness.caller(await harness.signIn((await makeUser(harness.db)).id));
    await expect(call.merchant.list({ limit: 501 })).rejects.toMatchObject({ code: "BAD_REQUEST" });
    const id = publicId("merchant", (await makeMerchant(harness.db)).merchant.id);
    const encode = (name: string | Uint8Array) => `${Buffer.from(name).toString("base64url")}.${id}`;
    for (const cursor of [encode("a\0b"), encode(new Uint8Array([0xff])), `QQ=.${id}`, `QR.${id}`, encode("A").replace("mer_", "pay_")]) {
      await expect(call.merchant.listAll({ cursor }), cursor).rejects.toThrow("not valid");
    }
  });

  it("require signing in", async () => {
    await expect(harness.caller().merchant.list({})).rejects.toThrow("Please sign in");
  });
});

describe("setting where a merchant's money goes", () => {
  const change = (merchantId: string, address: string) =>
    setPayee(harness.db, { merchantId, address, actorId: null, now: harness.clock.now() });

  it("ends the earlier payee and keeps its row", async () => {
    const { merchant, payee } = await makeMerchant(harness.db);
    const tenant = await makeUser(harness.db, { enrolledMerchantId: merchant.id });
    const next = await change(merchant.id, makeAddress("next"));
    expect((await findEnrolledMerchant(harness.db, tenant.id))?.payee).toEqual({ id: next?.id, address: makeAddress("next") });
    const rows = await harness.db.select().from(payees).where(eq(payees.merchantId, merchant.id));
    expect(rows.find(({ id }) => id === payee?.id)?.endedAt).toEqual(harness.clock.now());
  });

  it("changes nothing when the address is the same", async () => {
    const { merchant, payee } = await makeMerchant(harness.db);
    expect((await change(merchant.id, payee?.address ?? ""))?.id).toBe(payee?.id);
  });

  it("can remove it, and then nobody is paid there", async () => {
    const { merchant } = await makeMerchant(harness.db);
    const tenant = await makeUser(harness.db, { enrolledMerchantId: merchant.id });
    expect(await change(merchant.id, "")).toBeNull();
    expect((await findEnrolledMerchant(harness.db, tenant.id))?.payee).toBeNull();
  });

  it("succeeds once when two set it at once, and never leaves two payees", async () => {
    const { merchant } = await makeMerchant(harness.db, { payeeAddress: null });
    await Promise.all([1, 2, 3, 4].map((number) => change(merchant.id, makeAddress("race", number))));
    const current = and(eq(payees.merchantId, merchant.id), isNull(payees.endedAt));
    expect(await harness.db.$count(payees, current)).toBe(1);
    expect(await harness.db.$count(payees, eq(payees.merchantId, merchant.id))).toBe(4);
  });

  it("refuses an address with a wrong checksum, and an unknown merchant", async () => {
    const { merchant } = await makeMerchant(harness.db);
    await expect(change(merchant.id, "0x036CbD53842c5426634e7929541eC2318f3dCF7E")).rejects.toMatchObject({ code: "VALIDATION" });
    await expect(change("0198a000-0000-7000-8000-000000000000", makeAddress("x"))).rejects.toMatchObject({ code: "NOT_FOUND" });
  });
});
