import { makeAddress, makeUser, makeWallet } from "@hearth/db/testing/factories";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Harness, startHarness } from "../../testing/harness.ts";

let harness: Harness;
beforeAll(async () => {
  harness = await startHarness();
});
afterAll(() => harness.close());

const mixedCase = "0x036CbD53842c5426634e7929541eC2318f3dCF7e";

async function account() {
  const user = await makeUser(harness.db);
  const token = await harness.signIn(user.id);
  const send = (method: "GET" | "POST", url: string, payload?: object) =>
    harness.app.inject({ method, url, headers: { authorization: `Bearer ${token}` }, ...(payload && { payload }) });
  return { user, call: harness.caller(token).wallet, send };
}

describe("the documented wallet calls", () => {
  it("return 404 with WALLET_SETUP_NEEDED until something is linked", async () => {
    const { send } = await account();
    const before = await send("GET", "/api/auth/wallet-status");
    expect(before.statusCode).toBe(404);
    expect(before.json()).toEqual({ code: "WALLET_SETUP_NEEDED", message: "Wallet setup is needed" });
    await send("POST", "/api/auth/update-wallet", { walletAddress: makeAddress("status") });
    expect((await send("GET", "/api/auth/wallet-status")).json()).toEqual({
      walletAddress: makeAddress("status"),
      smartWalletAddress: null,
      smartWalletCreated: false,
      coinbaseAccountConnected: false,
      proven: false,
    });
  });

  it("link a checksummed address, and an empty string clears it", async () => {
    const { send } = await account();
    await send("POST", "/api/auth/update-wallet", { walletAddress: mixedCase.toLowerCase() });
    expect((await send("GET", "/api/auth/wallet-address")).json()).toEqual({ walletAddress: mixedCase });
    expect((await send("POST", "/api/auth/update-wallet", { walletAddress: "" })).statusCode).toBe(200);
    expect((await send("GET", "/api/auth/wallet-address")).json()).toEqual({ walletAddress: null });
    expect((await send("GET", "/api/auth/me")).json().walletAddress).toBeNull();
  });

  it("keep the smart wallet separately", async () => {
    const { send } = await account();
    await send("POST", "/api/auth/save-smart-wallet", { smartWalletAddress: makeAddress("smart") });
    const status = (await send("GET", "/api/auth/wallet-status")).json();
    expect(status).toMatchObject({ smartWalletAddress: makeAddress("smart"), smartWalletCreated: true, walletAddress: null });
  });

  it.each(["0x036CbD53842c5426634e7929541eC2318f3dCF7E", "0x1234", "vitalik.eth", 7])("refuse %j as an address", async (walletAddress) => {
    const { send } = await account();
    const answer = await send("POST", "/api/auth/update-wallet", { walletAddress });
    expect(answer.statusCode).toBe(400);
    expect(answer.json()).toMatchObject({ code: "VALIDATION", errors: { walletAddress: expect.any(String) } });
  });

  it("refuse another account's address in any case", async () => {
    const owner = await makeUser(harness.db);
    const address = "0x52908400098527886E0F7030069857D2E4169EE7";
    await makeWallet(harness.db, { userId: owner.id, address });
    const { send } = await account();
    const answer = await send("POST", "/api/auth/update-wallet", { walletAddress: address.toLowerCase() });
    expect(answer.statusCode).toBe(409);
    expect(answer.json()).toEqual({ code: "WALLET_ALREADY_USED", message: "This wallet address is already used by another account" });
  });

  it("link an address to one of many concurrent accounts", async () => {
    const walletAddress = makeAddress("contested");
    const accounts = await Promise.all(Array.from({ length: 6 }, account));
    const answers = await Promise.all(accounts.map(({ send }) => send("POST", "/api/auth/update-wallet", { walletAddress })));
    const statuses = answers.map((answer) => answer.statusCode);
    expect(statuses.filter((status) => status === 200)).toHaveLength(1);
    expect(statuses.filter((status) => status === 409)).toHaveLength(5);
  });

  it("let another account link an address once it is unlinked", async () => {
    const walletAddress = makeAddress("passed on");
    const [first, second] = [await account(), await account()];
    await first.call.update({ walletAddress });
    await first.call.update({ walletAddress: "" });
    expect((await second.call.update({ walletAddress })).walletAddress).toBe(walletAddress);
  });

  it("keep a proven wallet proven when the same address is sent again", async () => {
    const { user, call } = await account();
    const { address } = await makeWallet(harness.db, { userId: user.id });
    expect((await call.update({ walletAddress: address })).proven).toBe(true);
  });

  it("link exactly one of several addresses that one account sends concurrently", async () => {
    const { user, call } = await account();
    await Promise.all([1, 2, 3, 4].map((number) => call.update({ walletAddress: makeAddress("one account", number) })));
    const rows = await harness.db.query.wallets.findMany({ where: (row, { eq }) => eq(row.userId, user.id) });
    expect(rows).toHaveLength(4);
    expect(rows.filter((row) => row.unlinkedAt === null)).toHaveLength(1);
  });
});

describe("when the chain is unavailable", () => {
  it("a balance is CHAIN_UNAVAILABLE, and a proof is neither accepted nor refused", async () => {
    const { user, call, send } = await account();
    const { address } = await makeWallet(harness.db, { userId: user.id });
    await expect(call.balance()).rejects.toThrow("The network cannot be reached at the moment");
    const { message } = await call.challenge({ address });
    const proof = { message, signature: `0x${"00".repeat(65)}` };
    const answer = await harness.app.inject({
      method: "POST",
      url: "/trpc/wallet.prove",
      headers: { authorization: `Bearer ${await harness.signIn(user.id)}` },
      payload: proof,
    });
    expect(answer.statusCode).toBe(503);
    expect(answer.json().error.data.code).toBe("CHAIN_UNAVAILABLE");
    expect((await send("GET", "/api/auth/wallet-status")).statusCode).toBe(200);
  });
});
