import { mostTogether } from "@hearth/chain/authorization-batch";
import { ChainUnavailable } from "@hearth/chain/chain-errors";
import { type ChainReader, createChainReader } from "@hearth/chain/chain-reader";
import { networks } from "@hearth/chain/networks";
import { createRelayer, type Relayer, RelayerOutOfGas, RelayFeeCapped, RelayUnderpriced } from "@hearth/chain/relayer";
import { type SignedTransferAuthorization, transferAuthorizationTypedData } from "@hearth/chain/usdc";
import { freePort } from "@hearth/processes/free-port";
import { type Hex, keccak256, parseTransaction, size, stringToHex } from "viem";
import { generatePrivateKey, privateKeyToAccount } from "viem/accounts";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { demoAccounts } from "./demo-accounts.ts";
import { type LocalChain, startLocalChain } from "./local-chain.ts";

const network = networks.local;
/**
 * The largest transaction that nodes accept into their pools. Source:
 * https://github.com/ethereum/go-ethereum/blob/master/core/txpool/legacypool/legacypool.go
 */
const maxTransactionBytes = 128 * 1_024;
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

/** Signs a transaction that carries authorizations, at the market's fee. */
const sign = async (auths: SignedTransferAuthorization[], nonce: number, by = relayer) =>
  by.sign({ auths, most: mostTogether.keys, nonce, fees: await relayer.fees() });

/** The relayer's result for a single authorization. */
const refusalOf = async (auth: SignedTransferAuthorization, most: number = mostTogether.keys) => (await relayer.simulate([auth], most))[0];

beforeAll(async () => {
  chain = await startLocalChain({ manual: true });
  relayer = createRelayer({ network, rpcUrl: chain.rpcUrl, signer: demoAccounts.relayer.privateKey });
  reader = createChainReader({ network, rpcUrl: chain.rpcUrl });
  await chain.mintUsdc(payer.address, 5_000n);
});
afterAll(() => chain.stop());
beforeEach(async () => {
  auth = await signAuth();
});

test("carries an authorization: prepares it without sending, sends it, and finds its receipt", async () => {
  const nonce = await relayer.accountNonce("latest");
  expect(await refusalOf(auth)).toBeNull();
  const { rawTx, txHash } = await sign([auth], nonce);
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

test("sends the same transaction again without harm, before and after it is mined", async () => {
  const { rawTx } = await sign([auth], await relayer.accountNonce("latest"));
  expect(await relayer.send(rawTx)).toBe("sent");
  expect(await relayer.send(rawTx)).toBe("known");
  await chain.mine();
  expect(await relayer.send(rawTx)).toBe("nonceTooLow");
});

test("replaces a stuck transaction with a higher fee, and never pays twice", async () => {
  const nonce = await relayer.accountNonce("latest");
  const stuck = await sign([auth], nonce);
  await relayer.send(stuck.rawTx);
  const timid = await sign([await signAuth()], nonce);
  await expect(relayer.send(timid.rawTx)).rejects.toThrow(RelayUnderpriced);
  const bold = await relayer.outbid(stuck.rawTx);
  expect(bold.maxFeePerGas * 10n).toBeGreaterThan(stuck.maxFeePerGas * 11n);
  expect(await relayer.send(bold.rawTx)).toBe("sent");
  await chain.mine();
  expect(await reader.receipt(bold.txHash)).toMatchObject({ status: "success" });
  expect(await reader.receipt(stuck.txHash)).toBeNull();
  expect(await relayer.send(stuck.rawTx)).toBe("nonceTooLow");
});

test("never exceeds the maximum fee, however often it is outbid", async () => {
  const nonce = await relayer.accountNonce("latest");
  const first = await sign([auth], nonce);
  const base = first.maxFeePerGas / 3n;
  let last = first;
  const outbid = async () => {
    for (let times = 0; times < 20; times += 1) last = await relayer.outbid(last.rawTx);
  };
  await expect(outbid()).rejects.toThrow(RelayFeeCapped);
  expect(last.maxFeePerGas).toBeGreaterThan(base * 9n);
  expect(last.maxFeePerGas).toBeLessThanOrEqual(base * network.relayFees.mostBaseFees);
});

test("reports the outcome of an authorization from its own log: carried, or nothing yet", async () => {
  expect(await relayer.authorizationResults([auth])).toEqual([null]);
  const { rawTx } = await sign([auth], await relayer.accountNonce("latest"));
  await relayer.send(rawTx);
  expect(await relayer.authorizationResults([auth])).toEqual([null]);
  await chain.mine();
  expect(await relayer.authorizationResults([await signAuth(), auth])).toEqual([null, "used"]);
});

test("reports a transaction that failed on the chain", async () => {
  const nonce = await relayer.accountNonce("latest");
  const first = await sign([auth], nonce);
  const second = await sign([auth], nonce + 1);
  await relayer.send(first.rawTx);
  await relayer.send(second.rawTx);
  await chain.mine();
  expect(await reader.receipt(first.txHash)).toMatchObject({ status: "success" });
  expect(await reader.receipt(second.txHash)).toMatchObject({ status: "reverted" });
});

test("reports which authorizations the token would refuse and why, and accepts the others", async () => {
  const poor = privateKeyToAccount(generatePrivateKey());
  const draft = { ...(await signAuth()), from: poor.address };
  const unfunded = { ...draft, signature: await poor.signTypedData(transferAuthorizationTypedData({ network, ...draft })) };
  const forged = { ...(await signAuth()), nonce: auth.nonce };
  expect(await relayer.simulate([unfunded, auth, forged, await signAuth()], mostTogether.keys)).toEqual(["balance", null, "used", null]);
  await chain.setBlacklisted(payer.address, true);
  expect(await refusalOf(auth)).toBe("blacklisted");
  await chain.setBlacklisted(payer.address, false);
});

test("does not pay for a contract wallet that burns gas before it accepts a signature", async () => {
  const wallet = await chain.deploy("GreedyWallet");
  await chain.mintUsdc(wallet, 1_000n);
  const greedy = { ...auth, from: wallet };
  for (const most of [1, mostTogether.contracts]) expect(await refusalOf(greedy, most)).not.toBeNull();
  expect(await reader.simulateAuthorization(greedy)).toMatchObject({ ok: false });
});

test("carries two hundred at once within a transaction's gas limit, each bound to its own checkout", async () => {
  const auths = await Promise.all(Array.from({ length: mostTogether.keys }, signAuth));
  expect(await relayer.simulate(auths, mostTogether.keys)).toEqual(auths.map(() => null));
  const { rawTx, txHash } = await sign(auths, await relayer.accountNonce("latest"));
  const { gas = 0n } = parseTransaction(rawTx);
  expect(gas).toBeLessThanOrEqual(2n ** 24n);
  expect(size(rawTx)).toBeLessThan(maxTransactionBytes);
  expect(await relayer.send(rawTx)).toBe("sent");
  await chain.mine();
  const transfers = await reader.transfersInTx(txHash);
  expect(transfers.map(({ from, to, binding }) => ({ from, to, binding }))).toEqual(
    auths.map(({ from, to, nonce }) => ({ from, to, binding: { hash: nonce, by: "authorization" } })),
  );
  expect(await relayer.authorizationResults(auths)).toEqual(auths.map(() => "used"));
});

test("carries the others if one of them has been used by the time they are mined", async () => {
  const [first, ...others] = [auth, await signAuth(), await signAuth()];
  const nonce = await relayer.accountNonce("latest");
  const [alone, together] = [await sign([first], nonce), await sign([first, ...others], nonce + 1)];
  await relayer.send(alone.rawTx);
  await relayer.send(together.rawTx);
  await chain.mine();
  expect(await reader.receipt(together.txHash)).toMatchObject({ status: "success" });
  expect((await reader.transfersInTx(together.txHash)).map(({ binding }) => binding?.hash)).toEqual(others.map((other) => other.nonce));
});

test("reports when it has no gas left", async () => {
  const poor = createRelayer({ network, rpcUrl: chain.rpcUrl, signer: generatePrivateKey() });
  expect(await poor.gasBalance()).toBe(0n);
  const { rawTx } = await sign([auth], 0, poor);
  await expect(poor.send(rawTx)).rejects.toBeInstanceOf(RelayerOutOfGas);
});

test("sends a transaction to every provider, and uses the next one while the first is unavailable", async () => {
  const nowhere = `http://127.0.0.1:${await freePort()}`;
  const { privateKey } = demoAccounts.relayer;
  const steady = createRelayer({ network, rpcUrl: nowhere, otherRpcUrls: [chain.rpcUrl], signer: privateKey });
  const { rawTx, txHash } = await sign([auth], await steady.accountNonce("latest"), steady);
  expect(await steady.send(rawTx)).toBe("sent");
  await chain.mine();
  expect(await reader.receipt(txHash)).toMatchObject({ status: "success" });
  expect(await steady.send(rawTx)).toBe("nonceTooLow");
  expect(await steady.simulate([auth], mostTogether.keys)).toEqual(["used"]);
});

test("reports an unreachable chain", async () => {
  const lost = createRelayer({ network, rpcUrl: `http://127.0.0.1:${await freePort()}`, signer: generatePrivateKey() });
  const questions = [lost.simulate([auth], 1), lost.send("0x02"), lost.accountNonce("latest"), lost.fees()];
  for (const question of await Promise.allSettled(questions)) {
    expect(question).toMatchObject({ status: "rejected", reason: expect.any(ChainUnavailable) });
  }
});
