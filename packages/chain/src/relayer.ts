import {
  type Address,
  BaseError,
  fallback,
  type Hex,
  keccak256,
  numberToHex,
  parseTransaction,
  type PublicClient,
  RpcRequestError,
} from "viem";
import { encodeBatch, encodeCarrying, gasOfBatch, multicall3Address, readBatchAnswers } from "./authorization-batch.ts";
import { type AuthorizationFate, type AuthorizationName, readFates } from "./authorization-fates.ts";
import { type AuthorizationRefusal, refusalOf } from "./authorization-refusal.ts";
import { asUnavailable } from "./chain-errors.ts";
import type { Network, RelayFeePolicy } from "./networks.ts";
import { localSigner, type RelaySigner, type RelayTransaction } from "./relay-signer.ts";
import { createRpcClient, defaultTimeoutMs, rpcTransport } from "./rpc-client.ts";
import type { SignedTransferAuthorization } from "./usdc.ts";

/** What a transaction offers for gas, in wei. */
export interface RelayFees {
  maxFeePerGas: bigint;
  maxPriorityFeePerGas: bigint;
}

/** A transaction to sign. */
export interface RelayRequest {
  /** One is carried straight to the token, several by Multicall3. */
  auths: SignedTransferAuthorization[];
  /** How many a transaction of their kind may carry at most, which decides the gas of each. */
  most: number;
  /** The relayer's own account nonce, not the authorization's. */
  nonce: number;
  fees: RelayFees;
}

/** A signed transaction that has not been sent. */
export interface SignedRelay extends RelayFees {
  rawTx: Hex;
  txHash: Hex;
}

/** What became of sending: `known` is pending already, `nonceTooLow` means that it or another with its nonce is mined. */
export type SendOutcome = "sent" | "known" | "nonceTooLow";

/** The account that carries payers' authorizations to the chain and pays the gas. Failures to ask are ChainUnavailable. */
export interface Relayer {
  readonly address: Address;
  /**
   * Asks the token what it would say to authorizations that are carried together now, with the gas that `sign` gives them: null where it takes
   * one. Where one of them spends what the others need, others are refused as `unknown`: who was refused here is asked alone before it is given up.
   */
  simulate(auths: SignedTransferAuthorization[], most: number): Promise<(AuthorizationRefusal | null)[]>;
  /** Signs and does not send, so that the caller can store it first. Asks nobody but the signer. */
  sign(request: RelayRequest): Promise<SignedRelay>;
  /**
   * Signs a transaction's content again at the same account nonce for a quarter more, since nodes take a replacement only for 10% more. Rejects with RelayFeeCapped
   * where the network's policy allows no offer that a node would take in its place.
   */
  outbid(rawTx: Hex): Promise<SignedRelay>;
  /** Hands a signed transaction to the node; repeating it is harmless. Rejects with RelayerOutOfGas or RelayUnderpriced. */
  send(rawTx: Hex): Promise<SendOutcome>;
  accountNonce(tag: "latest" | "pending"): Promise<number>;
  /**
   * What the newest blocks say became of each authorization, by its own log: carried by whomever, or cancelled by its payer. Null while there is
   * no log: it waits still, or the node lags behind. One question for all.
   */
  authorizationFates(auths: AuthorizationName[]): Promise<AuthorizationFate[]>;
  /** What a transaction should offer now. */
  fees(): Promise<RelayFees>;
  /** Wei left for gas. */
  gasBalance(): Promise<bigint>;
}

/** Hands transactions that somebody has signed to the nodes; needs no key. Failures to ask are ChainUnavailable. */
export interface Broadcaster {
  /** As `send` of a relayer. */
  send(rawTx: Hex): Promise<SendOutcome>;
  /** How many transactions of an account the chain has taken up to a block. */
  accountNonce(address: Address, at: bigint): Promise<number>;
}

/** The relayer cannot pay for gas. Somebody has to fund it. */
export class RelayerOutOfGas extends Error {
  override name = "RelayerOutOfGas";
}

/** The node wants a higher fee: for a replacement, or because the base fee has risen. `outbid` offers more. */
export class RelayUnderpriced extends Error {
  override name = "RelayUnderpriced";
}

/** Policy allows no higher offer; what was sent has to do. */
export class RelayFeeCapped extends Error {
  override name = "RelayFeeCapped";
}

/** Below this a tip rounds to nothing; Base's own base fee is about as high. */
const feeFloor = 10_000_000n;

/** How a relayer is made. */
export interface RelayerOptions {
  network: Network;
  rpcUrl: string;
  /** Further providers: asked in their order when those before them are away, and handed every transaction as well. */
  otherRpcUrls?: readonly string[];
  /** Who signs for the relayer's account: a key, or whoever holds it. */
  signer: RelaySigner | Hex;
  /** Per request to the RPC, default 5,000. */
  timeoutMs?: number;
}

/** A broadcaster on the same endpoints as a relayer. */
export function createBroadcaster(options: Omit<RelayerOptions, "signer">): Broadcaster {
  const { clients, client } = connect(options);
  return {
    send: (rawTx) => asRelayed(() => sendToAll(clients, rawTx)),
    accountNonce: (address, blockNumber) => asUnavailable(() => client.getTransactionCount({ address, blockNumber })),
  };
}

/** One client for each provider, and one that asks them in their order. */
function connect({ network, rpcUrl, otherRpcUrls = [], timeoutMs = defaultTimeoutMs }: Omit<RelayerOptions, "signer">) {
  const transports = [rpcUrl, ...otherRpcUrls].map((url) => rpcTransport(url, timeoutMs));
  const clients = transports.map((transport) => createRpcClient(network, rpcUrl, transport));
  return { clients, client: createRpcClient(network, rpcUrl, fallback(transports, { retryCount: 0 })) };
}

/** A relayer on JSON-RPC endpoints. It holds no state: the caller keeps nonces and sends one transaction at a time. */
export function createRelayer(options: RelayerOptions): Relayer {
  const { network } = options;
  const { clients, client } = connect(options);
  const signer = typeof options.signer === "string" ? localSigner(options.signer) : options.signer;
  const { address } = signer;
  const sign = async ({ maxFeePerGas, maxPriorityFeePerGas, ...content }: Content): Promise<SignedRelay> => {
    const fees = { maxFeePerGas, maxPriorityFeePerGas };
    const rawTx = await signer.sign({ chainId: network.chainId, ...content, ...fees });
    return { rawTx, txHash: keccak256(rawTx), ...fees };
  };
  return {
    address,
    simulate: (auths, most) => asUnavailable(() => simulate(client, network.usdc.address, address, auths, most)),
    sign: async ({ auths, most, nonce, fees }) => {
      const gas = gasOfBatch(auths.length, most);
      return sign({ nonce, gas, ...encodeCarrying(network.usdc.address, auths), ...fees });
    },
    outbid: (rawTx) =>
      asRelayed(async () => {
        const { nonce = 0, gas = 0n, to, data = "0x", maxFeePerGas: before = 0n } = parseTransaction(rawTx);
        if (!to) throw new Error("What is outbid goes to nobody.");
        const fees = withTip(feeOf(network.relayFees, await readBaseFee(client), before));
        return sign({ nonce, gas, to, data, ...fees });
      }),
    send: (rawTx) => asRelayed(() => sendToAll(clients, rawTx)),
    accountNonce: (tag) => asUnavailable(() => client.getTransactionCount({ address, blockTag: tag })),
    authorizationFates: (auths) => asUnavailable(() => readNewestFates(client, network.usdc.address, auths)),
    fees: () => asUnavailable(async () => withTip(feeOf(network.relayFees, await readBaseFee(client)))),
    gasBalance: () => asUnavailable(() => client.getBalance({ address })),
  };
}

/** What a transaction says beside the relayer's signature. */
type Content = Omit<RelayTransaction, "chainId">;

/** Asked on the newest block and not on the pool, where an attempt that is lost may have used the authorizations up. */
async function simulate(client: PublicClient, token: Address, from: Address, auths: SignedTransferAuthorization[], most: number) {
  const gas = numberToHex(gasOfBatch(auths.length, most));
  try {
    const call = { from, to: multicall3Address, data: encodeBatch(token, auths), gas };
    return readBatchAnswers(await client.request({ method: "eth_call", params: [call, "latest"] }));
  } catch (error) {
    const reason = refusalOf(error);
    if (reason === null) throw error;
    return auths.map(() => reason); // all of them together need more gas than there is
  }
}

async function readBaseFee(client: PublicClient): Promise<bigint> {
  const { baseFeePerGas } = await client.getBlock({ blockTag: "latest" });
  return baseFeePerGas ?? 0n;
}

/**
 * What to offer: three times the base fee, which outlives nine full blocks in a row, each of which raises it by an eighth; a quarter more than
 * before when that is outbid; and never more than policy allows. @throws RelayFeeCapped where the most is no tenth above what was offered.
 */
function feeOf(policy: RelayFeePolicy, baseFee: bigint, before = 0n): bigint {
  const market = larger(baseFee * 3n, feeFloor);
  const most = smaller(policy.mostPerGas, larger(baseFee, feeFloor / 3n) * policy.mostBaseFees);
  const offer = smaller(larger(market, (before * 5n) / 4n + 1n), most);
  if (offer * 10n < before * 11n) throw new RelayFeeCapped("Policy allows no higher fee.");
  return offer;
}

function larger(left: bigint, right: bigint): bigint {
  return left > right ? left : right;
}

function smaller(left: bigint, right: bigint): bigint {
  return left < right ? left : right;
}

/** An hour on Base, and no more than nodes search at once; an authorization of a checkout is good for twelve minutes. */
const fateBlocks = 1_900n;

async function readNewestFates(client: PublicClient, token: Address, auths: AuthorizationName[]): Promise<AuthorizationFate[]> {
  if (auths.length === 0) return [];
  const head = await client.getBlockNumber({ cacheTime: 0 });
  return readFates(client, token, auths, { fromBlock: head > fateBlocks ? head - fateBlocks : 0n, toBlock: head });
}

/** The tip follows the fee, because a replacement has to raise both. */
function withTip(maxFeePerGas: bigint): RelayFees {
  return { maxFeePerGas, maxPriorityFeePerGas: maxFeePerGas / 10n };
}

/** One provider may be away, or keep a transaction to itself; the first that takes it is enough, and the best answer counts where none does. */
async function sendToAll(clients: PublicClient[], rawTx: Hex): Promise<SendOutcome> {
  const sending = clients.map((client) => sendRaw(client, rawTx));
  const taken = sending.map(async (outcome) => {
    if ((await outcome) === "nonceTooLow") throw new Error("It was not taken.");
    return outcome;
  });
  try {
    return await Promise.any(taken);
  } catch {
    const outcomes = await Promise.allSettled(sending);
    if (outcomes.some(({ status }) => status === "fulfilled")) return "nonceTooLow";
    const reasons = outcomes.flatMap((outcome) => (outcome.status === "rejected" ? [outcome.reason] : []));
    throw reasons.find(isRelayersOwn) ?? reasons[0];
  }
}

async function sendRaw(client: PublicClient, rawTx: Hex): Promise<SendOutcome> {
  try {
    await client.request({ method: "eth_sendRawTransaction", params: [rawTx] });
    return "sent";
  } catch (error) {
    const answer = error instanceof BaseError ? error.walk((inner) => inner instanceof RpcRequestError) : null;
    const text = answer instanceof RpcRequestError ? answer.details : "";
    if (/already known|already imported|known transaction/i.test(text)) return "known";
    if (/nonce too low/i.test(text)) return "nonceTooLow";
    if (/insufficient funds/i.test(text)) throw new RelayerOutOfGas("The relayer has not enough ETH for gas.");
    if (/underpriced|fee too low|less than block base fee/i.test(text)) throw new RelayUnderpriced(text);
    throw error;
  }
}

/** As `asUnavailable`, and lets the relayer's own errors through. */
function asRelayed<T>(work: () => Promise<T>): Promise<T> {
  return asUnavailable(work, isRelayersOwn);
}

function isRelayersOwn(error: unknown): boolean {
  return [RelayerOutOfGas, RelayUnderpriced, RelayFeeCapped].some((kind) => error instanceof kind);
}
