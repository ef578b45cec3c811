import { ChainUnavailable } from "@hearth/chain/chain-errors";
import { type ChainReader, createChainReader } from "@hearth/chain/chain-reader";
import { networks } from "@hearth/chain/networks";
import { createRelayer, type Relayer, RelayerOutOfGas, RelayFeeCapped, RelayRefused, RelayUnderpriced } from "@hearth/chain/relayer";
import { type SignedTransferAuthorization, transferAuthorizationTypedData } from "@hearth/chain/usdc";
import getPort from "get-port";
import { type Hex, keccak256, stringToHex } from "viem";
import { generatePrivateKey, privateKeyToAccount } from "viem/accounts";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { demoAccounts } from "./demo-accounts.ts";
import { type LocalChain, startLocalChain } from "./local-chain.ts";

const network = networks.local;
const payer = privateKeyToAccount(demoAccounts.spare.privateKey);
const [landlord] = demoAccounts.merchants;
let chain: LocalChain;
let relayer: Relayer;
let reader: ChainReader;
let auth: SignedTransferAuthorization;
let count = 0;

const signAuth = async (): Promise<SignedTransferAuthorization> => {
  count += 1;
  const nonce: Hex = keccak256(stringToHex(`relay ${count}`));
  const draft = { from: payer.address, to: landlord.address, usdcUnits: 5n, validAfter: 0n, validBefore: 4_000_000_000n, nonce };
  return { ...draft, signature: await payer.signTypedData(transferAuthorizationTypedData({ network, ...draft })) };
};

beforeAll(async () => {
  chain = await startLocalChain({ manual: true });
  relayer = createRelayer({ network, rpcUrl: chain.rpcUrl, privateKey: demoAccounts.relayer.privateKey });
  reader = createChainReader({ network, rpcUrl: chain.rpcUrl });
  await chain.mintUsdc(payer.address, 1_000n);
});
afterAll(() => chain.stop());
beforeEach(async () => {
  auth = await signAuth();
});

test("carries an authorization: prepares it without sending, sends it, and finds its receipt", async () => {
  const nonce = await relayer.accountNonce("latest");
  const { rawTx, txHash } = await relayer.prepare({ auth, nonce });
  expect(await relayer.accountNonce("pending")).toBe(nonce);
  expect(await relayer.send(rawTx)).toBe("sent");
  expect(await reader.receipt(txHash)).toBeNull();
  expect(await relayer.accountNonce("pending")).toBe(nonce + 1);
  await chain.mine();
  expect(await reader.receipt(txHash)).toMatchObject({ status: "success", blockNumber: await chain.head() });
  expect(await reader.transfersInTx(txHash)).toMatchObject([
    { from: payer.address, to: landlord.address, usdcUnits: 5n, binding: { hash: auth.nonce, by: "authorization" } },
  ]);
});

test("sending the same transaction again is harmless, before and after it is mined", async () => {
  const { rawTx } = await relayer.prepare({ auth, nonce: await relayer.accountNonce("latest") });
  expect(await relayer.send(rawTx)).toBe("sent");
  expect(await relayer.send(rawTx)).toBe("known");
  await chain.mine();
  expect(await relayer.send(rawTx)).toBe("nonceTooLow");
});

test("replaces a stuck transaction by one that offers more, and never pays twice", async () => {
  const nonce = await relayer.accountNonce("latest");
  const stuck = await relayer.prepare({ auth, nonce });
  await relayer.send(stuck.rawTx);
  const timid = await relayer.prepare({ auth: await signAuth(), nonce });
  await expect(relayer.send(timid.rawTx)).rejects.toThrow(RelayUnderpriced);
  const bold = await relayer.prepare({ auth, nonce, maxFeePerGas: stuck.maxFeePerGas, bump: true });
  expect(bold.maxFeePerGas * 10n).toBeGreaterThan(stuck.maxFeePerGas * 11n);
  expect(await relayer.send(bold.rawTx)).toBe("sent");
  await chain.mine();
  expect(await reader.receipt(bold.txHash)).toMatchObject({ status: "success" });
  expect(await reader.receipt(stuck.txHash)).toBeNull();
  expect(await relayer.send(stuck.rawTx)).toBe("nonceTooLow");
});

test("offers no more than policy allows, however often it is outbid", async () => {
  const nonce = await relayer.accountNonce("latest");
  const base = (await relayer.fees()).maxFeePerGas / 3n;
  let offer = 0n;
  const outbid = async () => {
    for (let times = 0; times < 20; times += 1)
      offer = (await relayer.prepare({ auth, nonce, maxFeePerGas: offer, bump: true })).maxFeePerGas;
  };
  await expect(outbid()).rejects.toThrow(RelayFeeCapped);
  expect(offer).toBeGreaterThan(base * 9n);
  expect(offer).toBeLessThanOrEqual(base * network.relayFees.mostBaseFees);
});

test("tells what became of an authorization by its own log: carried, or nothing yet", async () => {
  expect(await relayer.authorizationFate(auth.from, auth.nonce)).toBeNull();
  const { rawTx } = await relayer.prepare({ auth, nonce: await relayer.accountNonce("latest") });
  await relayer.send(rawTx);
  expect(await relayer.authorizationFate(auth.from, auth.nonce)).toBeNull();
  await chain.mine();
  expect(await relayer.authorizationFate(auth.from, auth.nonce)).toBe("used");
});

test("tells of a transaction that failed on the chain", async () => {
  const nonce = await relayer.accountNonce("latest");
  const first = await relayer.prepare({ auth, nonce });
  const second = await relayer.prepare({ auth, nonce: nonce + 1 });
  await relayer.send(first.rawTx);
  await relayer.send(second.rawTx);
  await chain.mine();
  expect(await reader.receipt(first.txHash)).toMatchObject({ status: "success" });
  expect(await reader.receipt(second.txHash)).toMatchObject({ status: "reverted" });
});

test("does not prepare what the token would refuse, and says why", async () => {
  await chain.setBlacklisted(payer.address, true);
  const refusal = relayer.prepare({ auth, nonce: await relayer.accountNonce("latest") });
  await expect(refusal).rejects.toMatchObject({ name: "RelayRefused", reason: "blacklisted" });
  await expect(refusal).rejects.toBeInstanceOf(RelayRefused);
  await chain.setBlacklisted(payer.address, false);
});

test("does not pay for a contract wallet that burns gas before it says yes", async () => {
  const wallet = await chain.deploy("GreedyWallet");
  await chain.mintUsdc(wallet, 1_000n);
  const greedy = { ...auth, from: wallet };
  const refusal = relayer.prepare({ auth: greedy, nonce: await relayer.accountNonce("latest") });
  await expect(refusal).rejects.toBeInstanceOf(RelayRefused);
  expect(await reader.simulateAuthorization(greedy)).toMatchObject({ ok: false });
});

test("says when it has no gas left", async () => {
  const poor = createRelayer({ network, rpcUrl: chain.rpcUrl, privateKey: generatePrivateKey() });
  expect(await poor.gasBalance()).toBe(0n);
  const { rawTx } = await poor.prepare({ auth, nonce: 0 });
  await expect(poor.send(rawTx)).rejects.toBeInstanceOf(RelayerOutOfGas);
});

test("hands a transaction to every provider, and asks the next one while the first is away", async () => {
  const nowhere = `http://127.0.0.1:${await getPort()}`;
  const { privateKey } = demoAccounts.relayer;
  const steady = createRelayer({ network, rpcUrl: nowhere, otherRpcUrls: [chain.rpcUrl], privateKey });
  const { rawTx, txHash } = await steady.prepare({ auth, nonce: await steady.accountNonce("latest") });
  expect(await steady.send(rawTx)).toBe("sent");
  await chain.mine();
  expect(await reader.receipt(txHash)).toMatchObject({ status: "success" });
  expect(await steady.send(rawTx)).toBe("nonceTooLow");
  const refused = await createRelayer({ network, rpcUrl: chain.rpcUrl, otherRpcUrls: [nowhere], privateKey })
    .prepare({ auth, nonce: 0 })
    .catch(String);
  expect(refused).toContain("RelayRefused");
});

test("says when the chain is away", async () => {
  const lost = createRelayer({ network, rpcUrl: `http://127.0.0.1:${await getPort()}`, privateKey: generatePrivateKey() });
  const questions = [lost.prepare({ auth, nonce: 0 }), lost.send("0x02"), lost.accountNonce("latest"), lost.fees()];
  for (const question of await Promise.allSettled(questions)) {
    expect(question).toMatchObject({ status: "rejected", reason: expect.any(ChainUnavailable) });
  }
});
