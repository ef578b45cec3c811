import { createLoginMessage, parseLoginMessage } from "@hearth/chain/siwe";
import { makeUser, makeWallet } from "@hearth/db/testing/factories";
import { limits } from "@hearth/domain/limits";
import { eq } from "drizzle-orm";
import { walletChallenges } from "@hearth/db/schema/wallet-challenges";
import { privateKeyToAccount, generatePrivateKey } from "viem/accounts";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { type Harness, startHarness } from "../../testing/harness.ts";
import { resolveActor } from "../auth/sessions/sessions.service.ts";
import { provenAddresses } from "./wallet.service.ts";

let harness: Harness;
beforeAll(async () => {
  harness = await startHarness({ chain: true, env: { PUBLIC_ORIGIN: "https://pay.hearth.test" } });
});
afterAll(() => harness.close());

let wallet: ReturnType<typeof privateKeyToAccount>;
beforeEach(() => {
  wallet = privateKeyToAccount(generatePrivateKey());
});

async function account() {
  const user = await makeUser(harness.db);
  return { user, call: harness.caller(await harness.signIn(user.id)).wallet };
}
type Call = Awaited<ReturnType<typeof account>>["call"];

/** Signs a new challenge, optionally modified. Returns the input of `prove`. */
async function signed(call: Call, change: (message: string) => string = (message) => message) {
  const { message } = await call.challenge({ address: wallet.address });
  const text = change(message);
  return { message: text, signature: await wallet.signMessage({ message: text }), kind: "external" as const };
}

/** A new challenge with one field changed, well-formed and signed by the right wallet. */
function changing(fields: Partial<NonNullable<ReturnType<typeof parseLoginMessage>>>) {
  return (message: string) => {
    const original = parseLoginMessage(message);
    if (original === null) throw new Error("The challenge cannot be read");
    return createLoginMessage({ ...original, ...fields });
  };
}

describe("proving a wallet", () => {
  it("keeps an account's newest challenges only, and no other account's", async () => {
    const { user, call } = await account();
    const others = await account();
    const [oldest, otherProof] = [await signed(call), await signed(others.call)];
    harness.clock.advance({ seconds: 1 });
    const at = Array.from({ length: limits.openWalletChallenges + 5 }, async () => call.challenge({ address: wallet.address }));
    await Promise.all(at);
    const newest = await signed(call);
    expect(await harness.db.$count(walletChallenges, eq(walletChallenges.userId, user.id))).toBe(limits.openWalletChallenges);
    await expect(call.prove(oldest)).rejects.toThrow("This request to sign has expired");
    expect((await call.prove(newest)).proven).toBe(true);
    await expect(others.call.prove(otherProof)).rejects.toThrow("already used by another account");
  });

  it("links it as proven, for this site and chain, with a single-use nonce", async () => {
    const { user, call } = await account();
    const proof = await signed(call);
    expect(parseLoginMessage(proof.message)).toMatchObject({ domain: "pay.hearth.test", uri: "https://pay.hearth.test", chainId: 84532 });
    expect(await call.prove(proof)).toMatchObject({ walletAddress: wallet.address, smartWalletAddress: null, proven: true });
    expect(await provenAddresses(harness.db, user.id)).toEqual([wallet.address]);
    await expect(call.prove(proof)).rejects.toThrow("This request to sign has expired");
  });

  it("accepts a contract wallet by its owner's signature", async () => {
    const { user, call } = await account();
    const contract = await harness.chain.deploy("TestSmartWallet", wallet.address);
    const { message } = await call.challenge({ address: contract });
    const signature = await wallet.signMessage({ message });
    expect(await call.prove({ message, signature, kind: "smart" })).toMatchObject({
      smartWalletAddress: contract,
      smartWalletCreated: true,
    });
    expect(await provenAddresses(harness.db, user.id)).toEqual([contract]);
  });

  it("refuses another wallet's signature, and the owner can retry with the same challenge", async () => {
    const { call } = await account();
    const proof = await signed(call);
    const stranger = privateKeyToAccount(generatePrivateKey());
    const forged = { ...proof, signature: await stranger.signMessage({ message: proof.message }) };
    await expect(call.prove(forged)).rejects.toThrow("The signature could not be verified");
    expect((await call.prove(proof)).proven).toBe(true);
  });

  it.each([
    ["another site's domain", { domain: "pay.hearth.test.evil.example" }],
    ["another site's address", { uri: "https://evil.example" }],
    ["another chain", { chainId: 8453 }],
    ["another address", { address: "0x036CbD53842c5426634e7929541eC2318f3dCF7e" as const }],
  ])("refuses a message for %s", async (_name, fields) => {
    const { call } = await account();
    await expect(call.prove(await signed(call, changing(fields)))).rejects.toThrow("The signature could not be verified");
  });

  it("refuses an unknown nonce, and a message that is no challenge", async () => {
    const { call } = await account();
    await expect(call.prove(await signed(call, changing({ nonce: "0123456789abcdef" })))).rejects.toThrow("has expired");
    await expect(call.prove(await signed(call, (message) => `${message}\nand more`))).rejects.toThrow("could not be verified");
  });

  it("refuses another account's challenge", async () => {
    const [mine, theirs] = [await account(), await account()];
    await expect(mine.call.prove(await signed(theirs.call))).rejects.toThrow("has expired");
  });

  it("expires after exactly ten minutes, whatever the message's date", async () => {
    const user = await makeUser(harness.db);
    const actor = await resolveActor(harness.deps, await harness.signIn(user.id));
    if (actor === null) throw new Error("The session did not open");
    // The challenge must not expire later than the caller's authentication.
    const authenticatedAt = new Date(harness.clock.now().getTime() + 3_600_000);
    const call = harness.caller({ ...actor, authenticatedAt }).wallet;
    const proof = await signed(call, changing({ expiresAt: new Date(harness.clock.now().getTime() + 3_600_000) }));
    harness.clock.advance({ minutes: 10 });
    await expect(call.prove(proof)).rejects.toThrow("has expired");
    const inTime = await signed(call);
    harness.clock.advance({ minutes: 10, milliseconds: -1 });
    expect((await call.prove(inTime)).proven).toBe(true);
  });

  it("accepts a nonce once when two proofs arrive concurrently", async () => {
    const { call } = await account();
    const proof = await signed(call);
    const results = await Promise.allSettled([call.prove(proof), call.prove(proof), call.prove(proof)]);
    expect(results.filter((result) => result.status === "fulfilled")).toHaveLength(1);
  });

  it("links a wallet to one of two accounts that prove it concurrently", async () => {
    const [first, second] = [await account(), await account()];
    const proofs = [await signed(first.call), await signed(second.call)] as const;
    const results = await Promise.allSettled([first.call.prove(proofs[0]), second.call.prove(proofs[1])]);
    const refused = results.filter((result) => result.status === "rejected");
    expect(refused).toHaveLength(1);
    expect(refused[0]?.reason.cause).toMatchObject({ code: "WALLET_ALREADY_USED" });
  });

  it("takes an address from an account that only entered it, and never from one that proved it", async () => {
    const [squatter, owner] = [await account(), await account()];
    await squatter.call.update({ walletAddress: wallet.address });
    expect((await owner.call.prove(await signed(owner.call))).proven).toBe(true);
    expect(await provenAddresses(harness.db, owner.user.id)).toEqual([wallet.address]);
    await expect(squatter.call.update({ walletAddress: wallet.address })).rejects.toThrow("already used by another account");
  });

  it("replaces the account's wallet of that kind and keeps the old row", async () => {
    const { user, call } = await account();
    await call.prove(await signed(call));
    const before = wallet.address;
    wallet = privateKeyToAccount(generatePrivateKey());
    await call.prove(await signed(call));
    expect(await provenAddresses(harness.db, user.id)).toEqual([wallet.address]);
    const rows = await harness.db.query.wallets.findMany({ where: (row, { eq }) => eq(row.userId, user.id) });
    expect(rows.find((row) => row.address === before)?.unlinkedAt).toEqual(harness.clock.now());
  });

  it("marks an entered wallet as proven", async () => {
    const { user, call } = await account();
    await call.update({ walletAddress: wallet.address.toLowerCase() });
    expect(await provenAddresses(harness.db, user.id)).toEqual([]);
    expect((await call.prove(await signed(call))).proven).toBe(true);
    expect(await provenAddresses(harness.db, user.id)).toEqual([wallet.address]);
    const audit = await harness.db.query.auditLog.findMany({ where: (entry, { eq }) => eq(entry.actorId, user.id) });
    expect(audit.map((entry) => entry.action)).toEqual(["wallet.linked", "wallet.proven"]);
  });
});

describe("the balance", () => {
  it("is read from the chain, in base units", async () => {
    const { user, call } = await account();
    await expect(call.balance()).rejects.toThrow("Wallet setup is needed");
    await makeWallet(harness.db, { userId: user.id, address: wallet.address });
    await harness.chain.mintUsdc(wallet.address, 1_450_000_001n);
    expect(await call.balance()).toEqual({ address: wallet.address, usdcUnits: "1450000001" });
  });
});
