import { networks } from "@hearth/chain/networks";
import { transferAuthorizationTypedData } from "@hearth/chain/usdc";
import { createWalletClient, custom, defineChain, recoverMessageAddress, recoverTypedDataAddress } from "viem";
import { expect, it } from "vitest";
import { z } from "zod";
import { createTestWalletProvider, testWalletAddress } from "./wagmi-test-provider.ts";

const chain = defineChain({
  id: networks.local.chainId,
  name: "Local",
  nativeCurrency: { name: "Ether", symbol: "ETH", decimals: 18 },
  rpcUrls: { default: { http: ["http://127.0.0.1:9"] } },
});
const userId = "usr_01h2xcejqtf2nbrexx3vqjhp41";
const provider = createTestWalletProvider(userId, chain);
/** A client that uses the wallet as Hearth does. */
const client = createWalletClient({ account: testWalletAddress(userId), chain, transport: custom(provider) });

it("belongs to one account, with a stable address", async () => {
  const [address] = z.array(z.string()).parse(await provider.request({ method: "eth_requestAccounts" }));
  expect(address).toBe(testWalletAddress(userId));
  expect(testWalletAddress("usr_01h2xcejqtf2nbrexx3vqjhp42")).not.toBe(address);
});

it("signs a message as the account that it reports", async () => {
  const signature = await client.signMessage({ message: "Prove it" });
  expect(await recoverMessageAddress({ message: "Prove it", signature })).toBe(testWalletAddress(userId));
});

it("signs a payment's authorization exactly as requested", async () => {
  const from = testWalletAddress(userId);
  const typedData = transferAuthorizationTypedData({
    network: networks.local,
    from,
    to: testWalletAddress("someone else"),
    usdcUnits: 1_450_000_000n,
    validAfter: 0n,
    validBefore: 1_795_000_000n,
    nonce: `0x${"ab".repeat(32)}`,
  });
  const signature = await client.signTypedData(typedData);
  expect(await recoverTypedDataAddress({ ...typedData, signature })).toBe(from);
});

it("supports only the local chain, and rejects unknown methods", async () => {
  const toChain = (chainId: string) => provider.request({ method: "wallet_switchEthereumChain", params: [{ chainId }] });
  expect(await toChain("0x14a34")).toBeNull();
  await expect(toChain("0x2105")).rejects.toThrow("local network only");
  await expect(provider.request({ method: "wallet_sendCalls", params: [] })).rejects.toThrow("wallet_sendCalls");
});
