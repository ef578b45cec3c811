import { networks } from "@hearth/chain/networks";
import { usdcAbi } from "@hearth/chain/usdc-abi";
import { transferAuthorizationTypedData } from "@hearth/chain/usdc";
import { type Address, type Hex, keccak256, parseEventLogs, parseSignature, stringToHex } from "viem";
import { privateKeyToAccount } from "viem/accounts";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { createAnvilClient } from "../anvil/client.ts";
import { smartWalletAbi } from "../chain-helpers.ts";
import { demoAccounts } from "../demo-accounts.ts";
import { type LocalChain, startLocalChain } from "../local-chain.ts";

const network = networks.local;
const usdc = { address: network.usdc.address, abi: usdcAbi } as const;
const payer = privateKeyToAccount(demoAccounts.spare.privateKey);
const relayer = privateKeyToAccount(demoAccounts.relayer.privateKey);
const [landlord] = demoAccounts.merchants;
const units = 1_450_000_000n;
let chain: LocalChain;
let client: ReturnType<typeof createAnvilClient>;
let nonce: Hex;
let count = 0;

beforeAll(async () => {
  chain = await startLocalChain({ manual: true });
  client = createAnvilClient(chain.rpcUrl);
});
afterAll(() => chain.stop());
beforeEach(async () => {
  count += 1;
  nonce = keccak256(stringToHex(`nonce ${count}`));
  await chain.mintUsdc(payer.address, units);
});

interface Change {
  from?: Address;
  to?: Address;
  usdcUnits?: bigint;
  validAfter?: bigint;
  validBefore?: bigint;
}
const authOf = (change: Change = {}) => ({
  from: payer.address,
  to: landlord.address,
  usdcUnits: units,
  validAfter: 0n,
  validBefore: 4_000_000_000n,
  nonce,
  ...change,
});
const signed = async (change: Change = {}, signer = payer) => {
  const auth = authOf(change);
  const signature = await signer.signTypedData(transferAuthorizationTypedData({ network, ...auth }));
  return { signature, args: [auth.from, auth.to, auth.usdcUnits, auth.validAfter, auth.validBefore, auth.nonce] as const };
};
const mined = async (sending: Promise<Hex>) => {
  const hash = await sending;
  await chain.mine();
  return client.getTransactionReceipt({ hash });
};
const relay = async ({ args, signature }: Awaited<ReturnType<typeof signed>>) => {
  const { request } = await client.simulateContract({
    ...usdc,
    account: relayer,
    functionName: "transferWithAuthorization",
    args: [...args, signature],
  });
  return mined(client.writeContract(request));
};

test("has the name and version of USDC on Base Sepolia, so that signatures are valid", async () => {
  expect(await client.readContract({ ...usdc, functionName: "name" })).toBe("USDC");
  expect(await client.readContract({ ...usdc, functionName: "version" })).toBe("2");
  expect(await client.readContract({ ...usdc, functionName: "decimals" })).toBe(6);
  expect(await client.readContract({ ...usdc, functionName: "DOMAIN_SEPARATOR" })).toBe(
    "0x71f17a3b2ff373b803d70a5a07c046c1a2bc8e89c09ef722fcb047abe94c9818",
  );
});

test("an authorization moves the money, and logs itself directly before the transfer", async () => {
  const before = await chain.usdcBalance(landlord.address);
  const receipt = await relay(await signed());
  const logs = parseEventLogs({ abi: usdcAbi, logs: receipt.logs });
  expect(logs.map((log) => [log.eventName, log.args])).toEqual([
    ["AuthorizationUsed", { authorizer: payer.address, nonce }],
    ["Transfer", { from: payer.address, to: landlord.address, value: units }],
  ]);
  expect(await chain.usdcBalance(landlord.address)).toBe(before + units);
});

test("the overload with v, r and s does the same", async () => {
  const { args, signature } = await signed();
  const { r, s, v } = parseSignature(signature);
  const { request } = await client.simulateContract({
    ...usdc,
    account: relayer,
    functionName: "transferWithAuthorization",
    args: [...args, Number(v), r, s],
  });
  const receipt = await mined(client.writeContract(request));
  expect(parseEventLogs({ abi: usdcAbi, logs: receipt.logs })).toHaveLength(2);
});

test("a contract wallet pays with its owner's signature (ERC-1271), and with no other", async () => {
  const wallet = await chain.deploy("TestSmartWallet", payer.address);
  await chain.mintUsdc(wallet, units);
  await expect(relay(await signed({ from: wallet }, relayer))).rejects.toThrow("FiatTokenV2: invalid signature");
  const { logs } = await relay(await signed({ from: wallet }));
  expect(parseEventLogs({ abi: usdcAbi, logs, eventName: "Transfer" })[0]?.args.from).toBe(wallet);
  expect(await client.readContract({ address: wallet, abi: smartWalletAbi, functionName: "nonce" })).toBe(0n);
});

describe("refuses an authorization", () => {
  test("that was used", async () => {
    const auth = await signed();
    await relay(auth);
    await expect(relay(auth)).rejects.toThrow("FiatTokenV2: authorization is used or canceled");
  });

  test("that was cancelled by its signer", async () => {
    const signature = await payer.signTypedData({
      ...transferAuthorizationTypedData({ network, ...authOf() }),
      types: {
        CancelAuthorization: [
          { name: "authorizer", type: "address" },
          { name: "nonce", type: "bytes32" },
        ],
      },
      primaryType: "CancelAuthorization",
      message: { authorizer: payer.address, nonce },
    });
    const args = [payer.address, nonce, signature] as const;
    await mined(client.writeContract({ ...usdc, account: relayer, functionName: "cancelAuthorization", args }));
    expect(await client.readContract({ ...usdc, functionName: "authorizationState", args: [payer.address, nonce] })).toBe(true);
    await expect(relay(await signed())).rejects.toThrow("FiatTokenV2: authorization is used or canceled");
  });

  test.each<[string, string, Change]>([
    ["that is expired", "FiatTokenV2: authorization is expired", { validBefore: 1_000n }],
    ["that is not yet valid", "FiatTokenV2: authorization is not yet valid", { validAfter: 3_999_999_999n }],
    ["for more than there is", "ERC20: transfer amount exceeds balance", { usdcUnits: 10n ** 18n }],
    ["to nobody", "ERC20: transfer to the zero address", { to: "0x0000000000000000000000000000000000000000" }],
    ["to the token itself", "Blacklistable: account is blacklisted", { to: network.usdc.address }],
  ])("%s", async (_, message, change) => {
    await expect(relay(await signed(change))).rejects.toThrow(message);
  });

  test("signed by somebody else, for another amount, or not at all", async () => {
    const other = await signed({ usdcUnits: 1n });
    await expect(relay(await signed({}, relayer))).rejects.toThrow("FiatTokenV2: invalid signature");
    await expect(relay({ ...other, args: (await signed()).args })).rejects.toThrow("FiatTokenV2: invalid signature");
    await expect(relay({ ...other, signature: "0x" })).rejects.toThrow("ECRecover: invalid signature length");
  });

  test("while either side is blacklisted", async () => {
    for (const account of [payer.address, landlord.address]) {
      await chain.setBlacklisted(account, true);
      await expect(relay(await signed())).rejects.toThrow("Blacklistable: account is blacklisted");
      await chain.setBlacklisted(account, false);
    }
    await relay(await signed());
  });

  test("while the token is paused", async () => {
    await chain.setUsdcPaused(true);
    await expect(relay(await signed())).rejects.toThrow("Pausable: paused");
    await chain.setUsdcPaused(false);
    await relay(await signed());
  });
});

test("only the payee can submit an authorization to receive", async () => {
  const auth = authOf();
  const typedData = transferAuthorizationTypedData({ network, ...auth });
  const signature = await payer.signTypedData({
    ...typedData,
    types: { ReceiveWithAuthorization: typedData.types.TransferWithAuthorization },
    primaryType: "ReceiveWithAuthorization",
  });
  const args = [auth.from, auth.to, auth.usdcUnits, auth.validAfter, auth.validBefore, nonce, signature] as const;
  const receive = (account: Hex) =>
    client.simulateContract({ ...usdc, account: privateKeyToAccount(account), functionName: "receiveWithAuthorization", args });
  await expect(receive(demoAccounts.relayer.privateKey)).rejects.toThrow("FiatTokenV2: caller must be the payee");
  await receive(landlord.privateKey);
});

test("a permit gives an allowance that is used up", async () => {
  const deadline = 4_000_000_000n;
  const permitNonce = await client.readContract({ ...usdc, functionName: "nonces", args: [payer.address] });
  const signature = await payer.signTypedData({
    domain: transferAuthorizationTypedData({ network, ...authOf() }).domain,
    types: {
      Permit: [
        { name: "owner", type: "address" },
        { name: "spender", type: "address" },
        { name: "value", type: "uint256" },
        { name: "nonce", type: "uint256" },
        { name: "deadline", type: "uint256" },
      ],
    },
    primaryType: "Permit",
    message: { owner: payer.address, spender: relayer.address, value: units, nonce: permitNonce, deadline },
  });
  const { r, s, v } = parseSignature(signature);
  const permit = { ...usdc, account: relayer, functionName: "permit" } as const;
  await client.simulateContract({ ...permit, args: [payer.address, relayer.address, units, deadline, signature] });
  await mined(client.writeContract({ ...permit, args: [payer.address, relayer.address, units, deadline, Number(v), r, s] }));
  const pull = { ...usdc, account: relayer, functionName: "transferFrom", args: [payer.address, landlord.address, units] } as const;
  await mined(client.writeContract(pull));
  await expect(client.simulateContract(pull)).rejects.toThrow("ERC20: transfer amount exceeds allowance");
});
