import { localSigner, type RelaySigner, type RelayTransaction, remoteSigner } from "@hearth/chain/relay-signer";
import { createServer } from "node:http";
import { freePort } from "@hearth/processes/free-port";
import { networks } from "@hearth/chain/networks";
import { createRelayer } from "@hearth/chain/relayer";
import { generatePrivateKey, privateKeyToAccount } from "viem/accounts";
import { afterAll, beforeAll, expect, test } from "vitest";
import { demoAccounts } from "./demo-accounts.ts";
import { type LocalChain, startLocalChain } from "./local-chain.ts";

// Anvil holds the keys of its own well-known accounts, and answers eth_signTransaction for them like any signer.
const held = "0xac0974bec39a17e36ba4a6b4d238ff944bacb478cbed5efcae784d7bf4f2ff80";
const { address } = privateKeyToAccount(held);
const network = networks.local;
const asked: RelayTransaction = {
  chainId: network.chainId,
  nonce: 0,
  gas: 150_000n,
  to: network.usdc.address,
  data: "0xE3ee160e",
  maxFeePerGas: 30_000_000n,
  maxPriorityFeePerGas: 3_000_000n,
};

let chain: LocalChain;
beforeAll(async () => {
  chain = await startLocalChain({ manual: true });
});
afterAll(() => chain.stop());

/** A signer that signs another transaction, or with another key. */
async function lying(answer: (honest: RelaySigner) => Promise<unknown>): Promise<{ signer: RelaySigner; close(): void }> {
  const server = createServer((_request, response) => {
    void answer(localSigner(held)).then((result) => response.end(JSON.stringify({ jsonrpc: "2.0", id: 1, ...Object(result) })));
  });
  const port = await freePort();
  await new Promise<void>((resolve) => server.listen(port, "127.0.0.1", resolve));
  return { signer: remoteSigner({ url: `http://127.0.0.1:${port}`, address }), close: () => server.close() };
}

test("a remote signer signs the same bytes as a local key", async () => {
  const remote = remoteSigner({ url: chain.rpcUrl, address });
  for (const nonce of [0, 1, 4_711]) expect(await remote.sign({ ...asked, nonce })).toBe(await localSigner(held).sign({ ...asked, nonce }));
});

test("the chain accepts its transactions", async () => {
  await chain.fundGas(address);
  const relayer = createRelayer({ network, rpcUrl: chain.rpcUrl, signer: remoteSigner({ url: chain.rpcUrl, address }) });
  const nonce = await relayer.accountNonce("latest");
  const { rawTx } = await relayer.sign({ auths: [], most: 1, nonce, fees: await relayer.fees() });
  expect(await relayer.send(rawTx)).toBe("sent");
  const bold = await relayer.outbid(rawTx);
  expect(await relayer.send(bold.rawTx)).toBe("sent");
  await chain.mine();
  expect(await relayer.accountNonce("latest")).toBe(nonce + 1);
});

test.each<[string, (honest: RelaySigner) => Promise<unknown>]>([
  ["goes to somebody else", async (honest) => ({ result: await honest.sign({ ...asked, to: demoAccounts.relayer.address }) })],
  ["says something else", async (honest) => ({ result: await honest.sign({ ...asked, data: "0xa9059cbb" }) })],
  ["is for another chain", async (honest) => ({ result: await honest.sign({ ...asked, chainId: 1 }) })],
  ["has another nonce", async (honest) => ({ result: await honest.sign({ ...asked, nonce: 9 }) })],
  ["offers more for gas", async (honest) => ({ result: await honest.sign({ ...asked, maxFeePerGas: 1_000_000_000n }) })],
  ["is of another key", async () => ({ result: await localSigner(generatePrivateKey()).sign(asked) })],
])("a signed transaction that %s is refused", async (_what, answer) => {
  const { signer, close } = await lying(answer);
  await expect(signer.sign(asked)).rejects.toThrow("signed something else");
  close();
});

test("a signer that refuses or is unavailable makes relaying wait, and its URL is never revealed", async () => {
  const { signer, close } = await lying(async () => ({ error: { code: -32_000, message: "the vault is sealed" } }));
  await expect(signer.sign(asked)).rejects.toThrow("the vault is sealed");
  close();
  const away = remoteSigner({ url: "http://user:hunter2@127.0.0.1:9", address });
  await expect(away.sign(asked)).rejects.toMatchObject({ name: "ChainUnavailable", message: expect.not.stringContaining("hunter2") });
});
