import { timeZoneRefusal } from "@hearth/domain/time";
import { auditLog } from "@hearth/db/schema/audit-log";
import { payees } from "@hearth/db/schema/payees";
import { merchants } from "@hearth/db/schema/merchants";
import { payments } from "@hearth/db/schema/payments";
import { wallets } from "@hearth/db/schema/wallets";
import { factoryPassword, makeMerchant, makeUser, makeWallet } from "@hearth/db/testing/factories";
import { makePayment } from "@hearth/db/testing/payment-factories";
import { publicId } from "@hearth/domain/ids";
import { and, desc, eq, isNull } from "drizzle-orm";
import { smartWalletFactoryAbi } from "@hearth/simulator/chain-helpers";
import { createPublicClient, encodeFunctionData, http, serializeErc6492Signature } from "viem";
import { generatePrivateKey, privateKeyToAccount } from "viem/accounts";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Harness, startHarness } from "../../../testing/harness.ts";

let harness: Harness;
beforeAll(async () => {
  harness = await startHarness({ chain: true });
});
afterAll(() => harness.close());

const password = factoryPassword;

async function openMerchant(options: Parameters<typeof makeMerchant>[1] = {}) {
  const { merchant, owner, payee } = await makeMerchant(harness.db, options);
  const token = await harness.signIn(owner.id);
  return {
    merchant,
    owner,
    payee,
    token,
    id: publicId("merchant", merchant.id),
    call: harness.caller(token).merchant,
    wallet: harness.caller(token).wallet,
  };
}
type Opened = Awaited<ReturnType<typeof openMerchant>>;

const newWallet = () => privateKeyToAccount(generatePrivateKey());

async function proofOf(opened: Opened, account = newWallet()) {
  const { message } = await opened.wallet.challenge({ address: account.address });
  return { walletAddress: account.address, proof: { message, signature: await account.signMessage({ message }) } };
}

const put = (token: string, id: string, payload: object) =>
  harness.app.inject({ method: "PUT", url: `/api/merchants/${id}`, payload, headers: { authorization: `Bearer ${token}` } });

describe("a business's settings", () => {
  it("change only the fields given, and are audited", async () => {
    const { call, id, merchant } = await openMerchant();
    const before = await call.business();
    const after = await call.editBusiness({ name: "Juniper Court", phoneNumber: "(401) 555-0100", updatedAt: before.updatedAt });
    expect(after).toMatchObject({ name: "Juniper Court", phoneNumber: "(401) 555-0100", address: merchant.address, email: merchant.email });
    const [line] = await harness.db.select().from(auditLog).where(eq(auditLog.subject, id)).orderBy(desc(auditLog.id)).limit(1);
    expect(line).toMatchObject({ action: "merchant.businessChanged", data: { name: { from: merchant.name, to: "Juniper Court" } } });
    await expect(call.editBusiness({ name: "Too late", updatedAt: before.updatedAt })).rejects.toMatchObject({ code: "CONFLICT" });
  });

  it.each([
    [{ name: "" }, "Business name is required"],
    [{ contactName: " " }, "Contact name is required"],
    [{ phoneNumber: "" }, "Phone number is required"],
    [{ businessType: "palace" }, "Business type is required"],
    [{ email: "nobody" }, "Please enter a valid email address"],
    [{ address: "" }, "Street address is required"],
    [{ status: "suspended" }, "This field is not known"],
    [{ ownerUserId: "x" }, "This field is not known"],
  ])("refuse %o over REST", async (wrong, sentence) => {
    const { token, id } = await openMerchant();
    const answer = await put(token, id, wrong);
    expect(answer.statusCode).toBe(400);
    expect(Object.values(answer.json().errors)).toContain(sentence);
  });

  it("set the time zone of months and days", async () => {
    const { call } = await openMerchant({ timeZone: "America/New_York" });
    await expect(call.editBusiness({ timeZone: "Mars/Olympus" })).rejects.toThrow(timeZoneRefusal);
    expect(await call.editBusiness({ timeZone: "Asia/Tokyo" })).toMatchObject({ timeZone: "Asia/Tokyo" });
    const { timeZone, dateRange } = await call.stats({});
    expect([timeZone, dateRange.startOfMonth.slice(10)]).toEqual(["Asia/Tokyo", "T15:00:00.000Z"]);
  });

  it("keep an address that cannot be parsed", async () => {
    const address = "By the old mill, past the bridge";
    const { call } = await openMerchant({ address });
    expect((await call.editBusiness({ contactName: "Cora Vale" })).address).toBe(address);
  });

  it("are for the owner only, and refused for a suspended business", async () => {
    const mine = await openMerchant();
    const other = await openMerchant();
    for (const id of [other.id, "mer_nothing"]) {
      const [read, changed] = [
        await harness.app.inject({ url: `/api/merchants/${id}`, headers: { authorization: `Bearer ${mine.token}` } }),
        await put(mine.token, id, { name: "Mine now" }),
      ];
      expect([read.statusCode, read.json()]).toEqual([404, { message: "Merchant not found", code: "NOT_FOUND" }]);
      expect(changed.json()).toEqual(read.json());
    }
    const tenant = await harness.signIn((await makeUser(harness.db, { enrolledMerchantId: mine.merchant.id })).id);
    expect((await put(tenant, mine.id, { name: "Mine now" })).statusCode).toBe(403);
    await harness.db.update(merchants).set({ status: "suspended" }).where(eq(merchants.id, mine.merchant.id));
    await expect(mine.call.editBusiness({ name: "X" })).rejects.toThrow("Your business is suspended");
    await expect(mine.call.setPayoutWallet({ walletAddress: newWallet().address, password })).rejects.toThrow("Your business is suspended");
    expect((await mine.call.business()).status).toBe("suspended");
  });
});

describe("a merchant's payout wallet", () => {
  it("is set without the password the first time, and is proven by its signature", async () => {
    const opened = await openMerchant({ payeeAddress: null });
    const proof = await proofOf(opened);
    expect(await opened.call.setPayoutWallet(proof)).toMatchObject({ walletAddress: proof.walletAddress, walletProven: true });
    const [row] = await harness.db
      .select()
      .from(wallets)
      .where(and(eq(wallets.userId, opened.owner.id), isNull(wallets.unlinkedAt)));
    expect(row).toMatchObject({ kind: "payout", address: proof.walletAddress });
  });

  it("requires the password to replace another, and audits both addresses", async () => {
    const opened = await openMerchant();
    const walletAddress = newWallet().address;
    const before = opened.payee?.address;
    await expect(opened.call.setPayoutWallet({ walletAddress })).rejects.toThrow("Please enter your password");
    await expect(opened.call.setPayoutWallet({ walletAddress, password: "wrong password" })).rejects.toThrow("This is not your password");
    expect((await opened.call.business()).walletAddress).toBe(before);
    expect((await opened.call.setPayoutWallet({ walletAddress, password })).walletProven).toBe(false);
    const [line] = await harness.db
      .select()
      .from(auditLog)
      .where(and(eq(auditLog.subject, opened.id), eq(auditLog.action, "merchant.payeeSet")));
    expect(line?.data).toEqual({ walletAddress: { from: before, to: walletAddress } });
    expect(line?.actorId).toBe(opened.owner.id);
  });

  it("applies to new checkouts only; open ones keep theirs", async () => {
    const opened = await openMerchant();
    const open = await makePayment(harness.db, { merchantId: opened.merchant.id });
    const proof = await proofOf(opened);
    await opened.call.setPayoutWallet({ ...proof, password });
    const [row] = await harness.db.select().from(payments).where(eq(payments.id, open.id));
    expect(row?.payeeAddress).toBe(opened.payee?.address);
    expect(await harness.db.$count(payees, eq(payees.merchantId, opened.merchant.id))).toBe(2);
  });

  it("is refused when it belongs to another merchant or to another account", async () => {
    const opened = await openMerchant();
    const { payee } = await makeMerchant(harness.db);
    await expect(opened.call.setPayoutWallet({ walletAddress: payee?.address ?? "", password })).rejects.toThrow(
      "already used by another account",
    );
    const tenant = await makeUser(harness.db);
    const linked = await makeWallet(harness.db, { userId: tenant.id, address: newWallet().address });
    await expect(opened.call.setPayoutWallet({ walletAddress: linked.address, password })).rejects.toThrow(
      "already used by another account",
    );
    expect((await opened.call.business()).walletAddress).toBe(opened.payee?.address);
  });

  it("is taken from a merchant who only typed it in by the merchant who proves it", async () => {
    const [squatter, owner] = [await openMerchant(), await openMerchant()];
    const account = newWallet();
    await squatter.call.setPayoutWallet({ walletAddress: account.address.toLowerCase(), password });
    await expect(owner.call.setPayoutWallet({ walletAddress: account.address, password })).rejects.toThrow(
      "already used by another account",
    );
    const proven = await owner.call.setPayoutWallet({ ...(await proofOf(owner, account)), password });
    expect(proven).toMatchObject({ walletAddress: account.address, walletProven: true });
    expect(await squatter.call.business()).toMatchObject({ walletAddress: null });
    const thief = await proofOf(owner, account);
    await expect(squatter.call.setPayoutWallet({ ...thief, password })).rejects.toThrow();
    expect((await owner.call.business()).walletAddress).toBe(account.address);
  });

  it("cannot be one that another merchant gave up unless it is proven, since late money may still come there", async () => {
    const [earlier, later, newcomer] = [await openMerchant(), await openMerchant(), await openMerchant({ payeeAddress: null })];
    const account = newWallet();
    await earlier.call.setPayoutWallet({ ...(await proofOf(earlier, account)), password });
    await earlier.call.setPayoutWallet({ walletAddress: newWallet().address, password });
    for (const other of [later, newcomer]) {
      await expect(other.call.setPayoutWallet({ walletAddress: account.address, password })).rejects.toThrow(
        "already used by another account",
      );
    }
    await earlier.call.setPayoutWallet({ walletAddress: account.address, password });
    await earlier.call.setPayoutWallet({ walletAddress: newWallet().address, password });
    const proven = await later.call.setPayoutWallet({ ...(await proofOf(later, account)), password });
    expect(proven).toMatchObject({ walletAddress: account.address, walletProven: true });
  });

  it("belongs to one merchant when two set the same address at once", async () => {
    const [one, two] = [await openMerchant(), await openMerchant()];
    const walletAddress = newWallet().address;
    const results = await Promise.allSettled([one, two].map(({ call }) => call.setPayoutWallet({ walletAddress, password })));
    expect(results.map(({ status }) => status).toSorted()).toEqual(["fulfilled", "rejected"]);
    expect(await harness.db.$count(payees, and(eq(payees.address, walletAddress), isNull(payees.endedAt)))).toBe(1);
  });

  it("accepts a proof once, for its own address, and no forged one", async () => {
    const opened = await openMerchant({ payeeAddress: null });
    const proof = await proofOf(opened);
    const elsewhere = { ...proof, walletAddress: newWallet().address };
    await expect(opened.call.setPayoutWallet(elsewhere)).rejects.toThrow("The signature could not be verified");
    const forged = { ...proof, proof: { ...proof.proof, signature: await newWallet().signMessage({ message: proof.proof.message }) } };
    await expect(opened.call.setPayoutWallet(forged)).rejects.toThrow("The signature could not be verified");
    await opened.call.setPayoutWallet(proof);
    await expect(opened.call.setPayoutWallet(proof)).rejects.toThrow("has expired");
  });

  it("is proven by a contract wallet's owner (ERC-1271)", async () => {
    const opened = await openMerchant({ payeeAddress: null });
    const owner = newWallet();
    const walletAddress = await harness.chain.deploy("TestSmartWallet", owner.address);
    const { message } = await opened.wallet.challenge({ address: walletAddress });
    const forged = { message, signature: await newWallet().signMessage({ message }) };
    await expect(opened.call.setPayoutWallet({ walletAddress, proof: forged })).rejects.toThrow("The signature could not be verified");
    const proof = { message, signature: await owner.signMessage({ message }) };
    expect(await opened.call.setPayoutWallet({ walletAddress, proof })).toMatchObject({ walletAddress, walletProven: true });
  });

  it("is proven by a contract wallet that is not on the chain yet (ERC-6492)", async () => {
    const opened = await openMerchant({ payeeAddress: null });
    const owner = newWallet();
    const factory = await harness.chain.deploy("TestSmartWalletFactory");
    const client = createPublicClient({ transport: http(harness.chain.rpcUrl) });
    const call = { abi: smartWalletFactoryAbi, args: [owner.address] } as const;
    const walletAddress = await client.readContract({ ...call, address: factory, functionName: "addressOf" });
    const create = encodeFunctionData({ ...call, functionName: "create" });
    const { message } = await opened.wallet.challenge({ address: walletAddress });
    const wrapped = async (by: ReturnType<typeof newWallet>) =>
      serializeErc6492Signature({ address: factory, data: create, signature: await by.signMessage({ message }) });
    const forged = { message, signature: await wrapped(newWallet()) };
    await expect(opened.call.setPayoutWallet({ walletAddress, proof: forged })).rejects.toThrow("The signature could not be verified");
    const proof = { message, signature: await wrapped(owner) };
    expect(await opened.call.setPayoutWallet({ walletAddress, proof })).toMatchObject({ walletAddress, walletProven: true });
    expect(await harness.deps.chain.hasCode(walletAddress)).toBe(false);
  });

  it("can be proven after it was typed in, without the password", async () => {
    const opened = await openMerchant({ payeeAddress: null });
    const account = newWallet();
    expect((await opened.call.setPayoutWallet({ walletAddress: account.address })).walletProven).toBe(false);
    expect((await opened.call.setPayoutWallet(await proofOf(opened, account))).walletProven).toBe(true);
    expect(await harness.db.$count(payees, eq(payees.merchantId, opened.merchant.id))).toBe(1);
  });

  it("can be changed over REST with the password in the body", async () => {
    const { token, id } = await openMerchant();
    const walletAddress = newWallet().address;
    const refused = await put(token, id, { walletAddress });
    expect([refused.statusCode, refused.json().code]).toEqual([422, "WRONG_PASSWORD"]);
    const answer = await put(token, id, { walletAddress, password });
    expect([answer.statusCode, answer.json().walletAddress]).toEqual([200, walletAddress]);
  });

  it("limits password tries", async () => {
    const opened = await openMerchant();
    const guess = () => opened.call.setPayoutWallet({ walletAddress: newWallet().address, password: "not this one" });
    for (let attempt = 0; attempt < 10; attempt++) await expect(guess()).rejects.toThrow("This is not your password");
    await expect(guess()).rejects.toMatchObject({ code: "TOO_MANY_REQUESTS" });
  });
});
