import { networks } from "@hearth/chain/networks";
import { testWalletKey } from "@hearth/chain/test-wallet";
import { usdcAbi } from "@hearth/chain/usdc-abi";
import {
  type Address,
  type Chain,
  createPublicClient,
  createWalletClient,
  http,
  numberToHex,
  type PrivateKeyAccount,
  ProviderRpcError,
  SwitchChainError,
  type WalletClient,
} from "viem";
import { privateKeyToAccount } from "viem/accounts";
import { z } from "zod";
import { requestTestUsdc } from "./faucet.ts";

/** Interface of a wallet (EIP-1193). */
export interface TestWalletProvider {
  request(call: { method: string; params?: unknown }): Promise<unknown>;
}

const hex = z.templateLiteral(["0x", z.string()]);
const typedField = z.object({ name: z.string(), type: z.string() });
const typedData = z.object({
  domain: z.object({
    name: z.string().optional(),
    version: z.string().optional(),
    chainId: z.coerce.number().optional(),
    verifyingContract: hex.optional(),
    salt: hex.optional(),
  }),
  types: z.record(z.string(), z.array(typedField)),
  primaryType: z.string(),
  message: z.record(z.string(), z.unknown()),
});
const transaction = z.object({ to: hex.optional(), data: hex.optional(), value: hex.optional() });

/** Address of a user's test wallet, the same on every device. */
export function testWalletAddress(userId: string): Address {
  return privateKeyToAccount(testWalletKey(userId)).address;
}

/** Asks the faucet for USDC. Returns even if the faucet is empty or the node is down: the shown balance reveals that. */
export async function fillWhenEmpty(chain: Chain, faucetUrl: string, address: Address): Promise<void> {
  const client = createPublicClient({ chain, transport: http() });
  const usdc = networks.local.usdc.address;
  try {
    const units = await client.readContract({ abi: usdcAbi, address: usdc, functionName: "balanceOf", args: [address] });
    if (units === 0n) await requestTestUsdc(faucetUrl, address);
  } catch {
    return;
  }
}

/** A user's test wallet as a provider, for the local chain only. Signs in this page without asking. */
export function createTestWalletProvider(userId: string, chain: Chain): TestWalletProvider {
  const account = privateKeyToAccount(testWalletKey(userId));
  const client = createWalletClient({ account, chain, transport: http() });
  return { request: ({ method, params = [] }) => answer({ account, client, chain }, method, params) };
}

interface Wallet {
  account: PrivateKeyAccount;
  client: WalletClient;
  chain: Chain;
}

async function answer(wallet: Wallet, method: string, params: unknown): Promise<unknown> {
  switch (method) {
    case "eth_chainId":
      return numberToHex(wallet.chain.id);
    case "eth_accounts":
    case "eth_requestAccounts":
      return [wallet.account.address];
    case "personal_sign":
      return wallet.account.signMessage({ message: { raw: z.tuple([hex, hex]).parse(params)[0] } });
    case "eth_signTypedData_v4":
      return signTypedData(wallet.account, params);
    case "eth_sendTransaction":
      return send(wallet, params);
    case "wallet_switchEthereumChain":
      return stayOn(wallet.chain, params);
    default:
      return forward(wallet.client, method, params);
  }
}

function signTypedData(account: PrivateKeyAccount, params: unknown): Promise<string> {
  const [, text] = z.tuple([hex, z.string()]).parse(params);
  return account.signTypedData(typedData.parse(JSON.parse(text)));
}

function send({ account, client, chain }: Wallet, params: unknown): Promise<string> {
  const [{ to, data, value }] = z.tuple([transaction]).rest(z.unknown()).parse(params);
  return client.sendTransaction({ account, chain, to, data, value: value === undefined ? undefined : BigInt(value) });
}

function stayOn(chain: Chain, params: unknown): null {
  const [{ chainId }] = z.tuple([z.object({ chainId: hex })]).parse(params);
  if (Number(chainId) !== chain.id) throw new SwitchChainError(new Error("The test wallet lives on the local network only."));
  return null;
}

/** Forwards reads to the node. Other wallet methods are not supported. */
async function forward(client: WalletClient, method: string, params: unknown): Promise<unknown> {
  if (!method.startsWith("eth_")) {
    throw new ProviderRpcError(new Error(`The test wallet does not know ${method}.`), { code: 4200, shortMessage: "Not supported." });
  }
  const ask: (call: { method: string; params: unknown }) => Promise<unknown> = client.transport.request;
  return ask({ method, params });
}
