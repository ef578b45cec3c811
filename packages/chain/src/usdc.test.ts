import { decodeFunctionData, hashTypedData, type Hex, recoverTypedDataAddress } from "viem";
import { privateKeyToAccount } from "viem/accounts";
import { expect, test } from "vitest";
import { findBindings } from "./binding.ts";
import { networks } from "./networks.ts";
import { testWalletKey } from "./test-wallet.ts";
import { usdcAbi } from "./usdc-abi.ts";
import { eip681Uri, encodeAuthorization, encodeTransfer, transferAuthorizationTypedData } from "./usdc.ts";

const to = "0x90F79bf6EB2c4f870365E785982E1f101E93b906";
const binding: Hex = `0x${"ab".repeat(32)}`;
const payer = privateKeyToAccount(testWalletKey("usr_1"));
const auth = { from: payer.address, to, usdcUnits: 1_450_000_000n, validAfter: 0n, validBefore: 2_000_000_000n, nonce: binding } as const;

test("a direct transfer has its binding after a call that the token still decodes", () => {
  const data = encodeTransfer({ to, usdcUnits: 1_450_000_000n, binding });
  expect(findBindings(data)).toEqual([binding]);
  expect(decodeFunctionData({ abi: usdcAbi, data })).toEqual({ functionName: "transfer", args: [to, 1_450_000_000n] });
  expect(findBindings(encodeTransfer({ to, usdcUnits: 1n }))).toEqual([]);
});

test("an authorization signed for one network is invalid on another", async () => {
  const typedData = transferAuthorizationTypedData({ network: networks.base, ...auth });
  const signature = await payer.signTypedData(typedData);
  expect(await recoverTypedDataAddress({ ...typedData, signature })).toBe(payer.address);
  expect(hashTypedData(typedData)).not.toBe(hashTypedData(transferAuthorizationTypedData({ network: networks["base-sepolia"], ...auth })));
});

test("an authorization uses the overload with a signature of any length", () => {
  expect(encodeAuthorization({ ...auth, signature: "0x1234" }).slice(0, 10)).toBe("0xcf092995");
});

test("the QR code's link names token, chain, payee and amount", () => {
  expect(eip681Uri({ network: networks.base, to, usdcUnits: 1_450_000_000n })).toBe(
    `ethereum:0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913@8453/transfer?address=${to}&uint256=1450000000`,
  );
});

test("each person has their own test wallet, always the same", () => {
  expect(testWalletKey("usr_1")).toBe(testWalletKey("usr_1"));
  expect(testWalletKey("usr_1")).not.toBe(testWalletKey("usr_2"));
});
