import { parseAddress } from "@hearth/chain/addresses";
import type { Network } from "@hearth/chain/networks";
import { cancelAuthorizationTypedData, type TransferAuthorization, transferAuthorizationTypedData } from "@hearth/chain/usdc";
import { maxSignedAtOnce } from "@hearth/domain/passkey-wallet/sends";
import type { Address, Hex } from "viem";
import { type Config, useConfig } from "wagmi";
import { signMessage, signTypedData } from "wagmi/actions";
import { passkeyWalletId } from "../../lib/wagmi-passkey-wallet.ts";
import type { PasskeyWalletProvider } from "../../lib/wagmi-passkey-provider.ts";
import { loadTwice } from "../../ui/lazy-part.tsx";
import type { ConnectedWallet } from "./use-wallet.ts";
import { useWalletContext } from "./wallet-context.ts";

/** A transfer to sign, without the wallet that pays. */
export type TransferToSign = Omit<TransferAuthorization, "from">;

/** Signs what Hearth asks of a connected wallet. Its callers do not know which wallet it is. */
export interface WalletSigner {
  /** Number of transfers that the owner signs with one touch. */
  transfersAtOnce: number;
  /** False for a wallet that only signs, and cannot send a transaction itself. */
  canSend: boolean;
  signText(text: string): Promise<Hex>;
  /** Signs up to `transfersAtOnce` transfers. Returns their signatures in the same order. */
  signTransfers(transfers: readonly TransferToSign[]): Promise<Hex[]>;
  /** Signs a refund that the relayer sends. Null for a wallet that sends refunds itself. */
  signRefund: ((refund: TransferToSign) => Promise<Hex>) | null;
  /** Signs the end of an authorization that was signed earlier. */
  signCancellation(nonce: Hex): Promise<Hex>;
}

/** Returns the signer of any connected wallet. */
export function useWalletSigner(): (wallet: ConnectedWallet) => WalletSigner {
  const config = useConfig();
  const { network } = useWalletContext();
  return (wallet) => (wallet.connector.type === passkeyWalletId ? passkeySigner(wallet) : walletSigner(config, network, wallet));
}

/** True for a wallet that can send transactions itself. */
export function canSend({ connector }: Pick<ConnectedWallet, "connector">): boolean {
  return connector.type !== passkeyWalletId;
}

/** Checks the payees of transfers by their signed cards before a wallet is asked, and stores the cards once it has answered. */
export async function withCheckedPayees<Answer>(
  network: Network,
  transfers: readonly Pick<TransferToSign, "to">[],
  ask: () => Promise<Answer>,
): Promise<Answer> {
  const { checkPayees } = await loadTwice(() => import("./check-payees.ts"));
  const keep = await checkPayees(
    network,
    transfers.map(({ to }) => to),
  );
  const answer = await ask();
  keep();
  return answer;
}

/** A browser's wallet, a smart wallet or the test wallet. It asks for each signature. */
function walletSigner(config: Config, network: Network, { address, connector }: ConnectedWallet): WalletSigner {
  const by = { account: address, connector };
  return {
    transfersAtOnce: 1,
    canSend: true,
    signRefund: null,
    signText: (message) => signMessage(config, { ...by, message }),
    signTransfers: (transfers) =>
      withCheckedPayees(network, transfers, async () => {
        const signatures: Hex[] = [];
        for (const transfer of transfers) {
          signatures.push(
            await signTypedData(config, { ...by, ...transferAuthorizationTypedData({ network, from: address, ...transfer }) }),
          );
        }
        return signatures;
      }),
    signCancellation: (nonce) => {
      const authorizer = readAddress(address);
      return signTypedData(config, { ...by, ...cancelAuthorizationTypedData({ network, authorizer, nonce }) });
    },
  };
}

/** The passkey wallet. Its page shows all items before the one touch. */
function passkeySigner({ address, connector }: ConnectedWallet): WalletSigner {
  const sign: PasskeyWalletProvider["signItems"] = async (from, items) => {
    const provider = await connector.getProvider();
    if (!isPasskeyProvider(provider)) throw new Error("The wallet did not answer");
    return provider.signItems(from, items);
  };
  const signOne = async (...item: Parameters<PasskeyWalletProvider["signItems"]>[1]): Promise<Hex> => {
    const [signature] = await sign(address, item);
    if (signature === undefined) throw new Error("The wallet did not answer");
    return signature;
  };
  return {
    transfersAtOnce: maxSignedAtOnce,
    canSend: false,
    signText: (text) => signOne({ kind: "text", text }),
    signRefund: (refund) => signOne({ kind: "refund", ...fieldsOf(refund) }),
    signTransfers: (transfers) =>
      sign(
        address,
        transfers.map((transfer) => ({ kind: "transfer", ...fieldsOf(transfer) }) as const),
      ),
    signCancellation: (nonce) => signOne({ kind: "cancellation", nonce }),
  };
}

/** Returns the fields of a transfer as the wallet's page takes them. */
function fieldsOf({ to, usdcUnits, validAfter, validBefore, nonce }: TransferToSign) {
  return { to, usdcUnits: String(usdcUnits), validAfter: String(validAfter), validBefore: String(validBefore), nonce };
}

function isPasskeyProvider(provider: unknown): provider is PasskeyWalletProvider {
  return typeof provider === "object" && provider !== null && "signItems" in provider;
}

function readAddress(text: string): Address {
  const address = parseAddress(text);
  if (address === null) throw new Error("The wallet's address cannot be read");
  return address;
}
