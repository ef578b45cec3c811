import {
  type Address,
  BaseError,
  fallback,
  type Hex,
  keccak256,
  numberToHex,
  padHex,
  type PublicClient,
  RpcRequestError,
  toEventSelector,
} from "viem";
import { privateKeyToAccount } from "viem/accounts";
import { type AuthorizationRefusal, refusalOf } from "./authorization-refusal.ts";
import { asUnavailable } from "./chain-errors.ts";
import type { Network, RelayFeePolicy } from "./networks.ts";
import { createRpcClient, defaultTimeoutMs, rpcTransport } from "./rpc-client.ts";
import { authorizationUsedTopic } from "./transfer-binding.ts";
import { encodeAuthorization, mostAuthorizationGas, type SignedTransferAuthorization } from "./usdc.ts";

/** What a transaction offers for gas, in wei. */
export interface RelayFees {
  maxFeePerGas: bigint;
  maxPriorityFeePerGas: bigint;
}

/** What `prepare` works from. */
export interface RelayRequest {
  auth: SignedTransferAuthorization;
  /** The relayer's own account nonce, not the authorization's. */
  nonce: number;
  /** The fee of the attempt that this one replaces, or a floor for it; wei. */
  maxFeePerGas?: bigint;
  /** Raises `maxFeePerGas` by a quarter, since nodes take a replacement only for 10% more. */
  bump?: boolean;
}

/** A signed transaction that has not been sent. */
export interface PreparedRelay extends RelayFees {
  rawTx: Hex;
  txHash: Hex;
}

/** What became of sending: `known` is pending already, `nonceTooLow` means that it or another with its nonce is mined. */
export type SendOutcome = "sent" | "known" | "nonceTooLow";

/** The account that carries payers' authorizations to the chain and pays the gas. Failures to ask are ChainUnavailable. */
export interface Relayer {
  readonly address: Address;
  /**
   * Signs and does not send, so that the caller can store it first. Rejects with RelayRefused when the token would refuse, and with
   * RelayFeeCapped when the network's policy allows no offer that a node would take in place of the one that is outbid.
   */
  prepare(request: RelayRequest): Promise<PreparedRelay>;
  /** Hands a signed transaction to the node; repeating it is harmless. Rejects with RelayerOutOfGas or RelayUnderpriced. */
  send(rawTx: Hex): Promise<SendOutcome>;
  accountNonce(tag: "latest" | "pending"): Promise<number>;
  /**
   * What the newest blocks say became of an authorization, by its own log: carried by whomever, or cancelled by its payer. Null while there is
   * no log: it waits still, or the node lags behind.
   */
  authorizationFate(from: Address, nonce: Hex): Promise<"used" | "cancelled" | null>;
  /** What a transaction should offer now. */
  fees(): Promise<RelayFees>;
  /** Wei left for gas. */
  gasBalance(): Promise<bigint>;
}

/** The token would refuse the authorization; carrying it would burn gas for nothing. */
export class RelayRefused extends Error {
  override name = "RelayRefused";
  readonly reason: AuthorizationRefusal;
  constructor(reason: AuthorizationRefusal) {
    super(`USDC refuses this authorization: ${reason}.`);
    this.reason = reason;
  }
}

/** The relayer cannot pay for gas. Somebody has to fund it. */
export class RelayerOutOfGas extends Error {
  override name = "RelayerOutOfGas";
}

/** The node wants a higher fee: for a replacement, or because the base fee has risen. Prepare again with `bump`. */
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
  privateKey: Hex;
  /** Per request to the RPC, default 5,000. */
  timeoutMs?: number;
}

/** A relayer on JSON-RPC endpoints. It holds no state: the caller keeps nonces and sends one transaction at a time. */
export function createRelayer(options: RelayerOptions): Relayer {
  const { network, rpcUrl, otherRpcUrls = [], privateKey, timeoutMs = defaultTimeoutMs } = options;
  const account = privateKeyToAccount(privateKey);
  const transports = [rpcUrl, ...otherRpcUrls].map((url) => rpcTransport(url, timeoutMs));
  const clients = transports.map((transport) => createRpcClient(network, rpcUrl, transport));
  const client = createRpcClient(network, rpcUrl, fallback(transports, { retryCount: 0 }));
  const { address } = account;
  return {
    address,
    prepare: ({ auth, nonce, maxFeePerGas = 0n, bump = false }) =>
      asRelayed(async () => {
        const call = { to: network.usdc.address, data: encodeAuthorization(auth) } as const;
        const [gas, baseFee] = await Promise.all([estimate(client, address, call), readBaseFee(client)]);
        const fees = withTip(feeOf(network.relayFees, { baseFee, before: maxFeePerGas, bump }));
        const rawTx = await account.signTransaction({ type: "eip1559", chainId: network.chainId, nonce, gas, ...fees, ...call });
        return { rawTx, txHash: keccak256(rawTx), ...fees };
      }),
    send: (rawTx) => asRelayed(() => sendToAll(clients, rawTx)),
    accountNonce: (tag) => asUnavailable(() => client.getTransactionCount({ address, blockTag: tag })),
    authorizationFate: (from, nonce) => asUnavailable(() => readFate(client, network, from, nonce)),
    fees: () =>
      asUnavailable(async () => withTip(feeOf(network.relayFees, { baseFee: await readBaseFee(client), before: 0n, bump: false }))),
    gasBalance: () => asUnavailable(() => client.getBalance({ address })),
  };
}

/**
 * A quarter more than was needed just now, within bounds: a wallet contract may take another path by the time it is mined. Asked on the newest block and
 * not on the pool, where the attempt that is to be replaced has already used the authorization.
 */
async function estimate(client: PublicClient, from: Address, call: { to: Address; data: Hex }): Promise<bigint> {
  const bounded = { from, ...call, gas: numberToHex(mostAuthorizationGas) };
  try {
    const needed = BigInt(await client.request({ method: "eth_estimateGas", params: [bounded, "latest"] }));
    return (needed * 5n) / 4n;
  } catch (error) {
    const reason = refusalOf(error);
    throw reason === null ? error : new RelayRefused(reason);
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
function feeOf(policy: RelayFeePolicy, { baseFee, before, bump }: { baseFee: bigint; before: bigint; bump: boolean }): bigint {
  const market = larger(baseFee * 3n, feeFloor);
  const most = smaller(policy.mostPerGas, larger(baseFee, feeFloor / 3n) * policy.mostBaseFees);
  const offer = smaller(larger(market, bump ? (before * 5n) / 4n + 1n : before), most);
  if (bump && offer * 10n < before * 11n) throw new RelayFeeCapped("Policy allows no higher fee.");
  return offer;
}

function larger(left: bigint, right: bigint): bigint {
  return left > right ? left : right;
}

function smaller(left: bigint, right: bigint): bigint {
  return left < right ? left : right;
}

/** An hour on Base, and no more than nodes search at once; an authorization is good for twelve minutes. */
const fateBlocks = 1_900n;
const cancelledTopic = toEventSelector("AuthorizationCanceled(address,bytes32)");

async function readFate(client: PublicClient, network: Network, authorizer: Address, nonce: Hex) {
  const head = await client.getBlockNumber({ cacheTime: 0 });
  const first = head > fateBlocks ? head - fateBlocks : 0n;
  const range = { address: network.usdc.address, fromBlock: numberToHex(first), toBlock: numberToHex(head) };
  const topics = [[authorizationUsedTopic, cancelledTopic], padHex(authorizer, { size: 32 }), nonce];
  const [log] = await client.request({ method: "eth_getLogs", params: [{ ...range, topics }] });
  if (log === undefined) return null;
  return log.topics[0] === authorizationUsedTopic ? ("used" as const) : ("cancelled" as const);
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
  return [RelayRefused, RelayerOutOfGas, RelayUnderpriced, RelayFeeCapped].some((kind) => error instanceof kind);
}
