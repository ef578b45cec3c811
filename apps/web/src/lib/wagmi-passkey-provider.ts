import { parseAddress, sameAddress } from "@hearth/chain/addresses";
import { type NetworkName, networks } from "@hearth/chain/networks";
import type { Signable } from "@hearth/domain/passkey-wallet/messages";
import { maxSignedAtOnce } from "@hearth/domain/passkey-wallet/sends";
import { type Address, type Chain, createPublicClient, type Hex, http, numberToHex, SwitchChainError } from "viem";
import { z } from "zod";
import { errorCode, errorMessage } from "./api-error.ts";
import { readPayees } from "./payees.ts";
import { hex, onlyPayments, refuse, signableOf, textOf } from "./wagmi-passkey-signables.ts";
import { type Outputs, trpcClient } from "./trpc.ts";
import type { TestWalletProvider } from "./wagmi-test-provider.ts";
import { type RequestOf, type ResultOf, WalletGaveNothing, type WalletMethod } from "./wallet-page.ts";

/** Puts a request to the wallet's page. */
export type AskWallet = <M extends WalletMethod>(origin: string, request: RequestOf<M>) => Promise<ResultOf<M>>;

export interface PasskeyWalletOptions {
  chain: Chain;
  networkName: NetworkName;
  /** Origin of the wallet's page. */
  walletOrigin: string;
  /** Owner of the wallet: the signed-in user, or null. */
  userId: string | null;
  ask: AskWallet;
}

export type OwnPasskeyWallet = NonNullable<Outputs["passkeyWallet"]["read"]["wallet"]>;

/** Interface of a wallet (EIP-1193), and one method more: signs several items with one touch. */
export interface PasskeyWalletProvider extends TestWalletProvider {
  signItems(from: Address, items: readonly Signable[]): Promise<Hex[]>;
}

/** The account's passkey wallet as a provider. It signs in the wallet's page alone, after its owner has read what is signed. */
export function createPasskeyWalletProvider({ chain, networkName, walletOrigin, ask }: PasskeyWalletOptions): PasskeyWalletProvider {
  const network = networks[networkName];
  const signItems = async (from: Address, items: readonly Signable[]): Promise<Hex[]> => {
    const wallet = await readOwnWallet();
    if (wallet === null || !sameAddress(addressOf(wallet), from)) refuse("This is not the wallet of the account that is signed in.");
    const openings = wallet.openings.map(({ credentialId, wrap }) => ({ credentialId, wrap }));
    if (items.length > maxSignedAtOnce) refuse(`Your wallet signs ${maxSignedAtOnce} things at a time. Nothing was signed.`);
    const shown = await withPayees(items);
    const request = { method: "sign", address: wallet.address, chainId: chain.id, openings, items: shown } as const;
    const { signatures, credentialId } = await ask<"sign">(walletOrigin, request);
    void trpcClient.passkeyWallet.recordUse.mutate({ credentialId }).catch(() => undefined);
    return signatures.map((signature): Hex => `0x${signature.slice(2)}`);
  };
  const answer = async (method: string, params: unknown): Promise<unknown> => {
    switch (method) {
      case "eth_chainId":
        return numberToHex(chain.id);
      case "eth_accounts":
      case "eth_requestAccounts": {
        const wallet = await readOwnWallet();
        return wallet === null ? [] : [addressOf(wallet)];
      }
      case "personal_sign": {
        const [data, from] = z.tuple([hex, hex]).parse(params);
        return (await signItems(from, [{ kind: "text", text: textOf(data) }]))[0];
      }
      case "eth_signTypedData_v4": {
        const [from, typedData] = z.tuple([hex, z.string()]).parse(params);
        return (await signItems(from, [signableOf(JSON.parse(typedData), from, network)]))[0];
      }
      case "wallet_switchEthereumChain":
        return stayOn(chain, params);
      default:
        return forward(chain, method, params);
    }
  };
  return { request: ({ method, params = [] }) => answer(method, params), signItems };
}

/** Adds to each transfer the business that is paid there, with its signed cards, by which the wallet's page judges it. */
async function withPayees(items: readonly Signable[]): Promise<Signable[]> {
  const payees = await orNothingSigned(readPayees(items.flatMap((item) => (item.kind === "transfer" ? [item.to] : []))));
  return items.map((item) => {
    const payee = item.kind === "transfer" ? payees.get(item.to) : null;
    if (item.kind !== "transfer" || !payee) return item;
    const { business, cards } = payee;
    return { ...item, payee: { business: business._id, name: business.name, cards } };
  });
}

/** Reads the account's passkey wallet. Null if it has none. @throws WalletGaveNothing as `readOwnWallets` does. */
export async function readOwnWallet(): Promise<OwnPasskeyWallet | null> {
  return (await readOwnWallets()).wallet;
}

/**
 * Reads the account's passkey wallet, and those that were taken out of use. @throws WalletGaveNothing if Hearth cannot be reached: nothing
 * was signed, and a failure of the network must not look like a payment without an answer.
 */
export async function readOwnWallets(): Promise<Outputs["passkeyWallet"]["read"]> {
  return orNothingSigned(trpcClient.passkeyWallet.read.query());
}

/** Waits for a read that precedes the wallet's page. @throws WalletGaveNothing if Hearth cannot be reached. */
async function orNothingSigned<Answer>(read: Promise<Answer>): Promise<Answer> {
  try {
    return await read;
  } catch (error) {
    if (errorCode(error) === null) throw new WalletGaveNothing("missing");
    return refuse(errorMessage(error));
  }
}

export function addressOf({ address }: Pick<OwnPasskeyWallet, "address">): Address {
  return parseAddress(address) ?? refuse("The wallet's address cannot be read.");
}

function stayOn(chain: Chain, params: unknown): null {
  const [{ chainId }] = z.tuple([z.object({ chainId: hex })]).parse(params);
  if (Number(chainId) !== chain.id) throw new SwitchChainError(new Error("This wallet pays on Hearth's network only."));
  return null;
}

/** Forwards reads to the node. Sends and signs nothing else. */
async function forward(chain: Chain, method: string, params: unknown): Promise<unknown> {
  if (method.startsWith("eth_send")) {
    refuse("This wallet pays by signature and cannot send transactions itself. Please use another wallet for this.");
  }
  if (!method.startsWith("eth_") || method.startsWith("eth_sign")) refuse(onlyPayments);
  const read: (call: { method: string; params: unknown }) => Promise<unknown> = createPublicClient({ chain, transport: http() }).transport
    .request;
  return read({ method, params });
}
