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
import { encodeBatch, encodeSubmission, gasOfBatch, multicall3Address, readBatchAnswers } from "./authorization-batch.ts";
import { type AuthorizationResult, type AuthorizationName, readAuthorizationResults } from "./authorization-fates.ts";
import { type AuthorizationRefusal, refusalOf } from "./authorization-refusal.ts";
import { asUnavailable } from "./chain-errors.ts";
import type { Network, RelayFeePolicy } from "./networks.ts";
import { localSigner, type RelaySigner, type RelayTransaction } from "./relay-signer.ts";
import { createRpcClient, defaultTimeoutMs, rpcTransport } from "./rpc-client.ts";
import type { SignedTransferAuthorization } from "./usdc.ts";

/** Gas fees of a transaction, in wei. */
export interface RelayFees {
  maxFeePerGas: bigint;
  maxPriorityFeePerGas: bigint;
}

/** A transaction to sign. */
export interface RelayRequest {
  /** A single one goes straight to the token, several go through Multicall3. */
  auths: SignedTransferAuthorization[];
  /** Maximum number of authorizations in a transaction of this kind, which determines the gas of each. */
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

/**
 * Result of broadcasting. `known`: already in the mempool. `nonceTooLow`: this or another transaction with the same nonce has been mined.
 */
export type SendOutcome = "sent" | "known" | "nonceTooLow";

/** The account that submits payers' authorizations and pays the gas. Failures to ask are ChainUnavailable. */
export interface Relayer {
  readonly address: Address;
  /**
   * Simulates submitting authorizations together now, with the gas that `sign` gives them: null for one that the token accepts. If one
   * spends money that the others need, the others are refused as `unknown`. Simulate a refused one alone before giving it up.
   */
  simulate(auths: SignedTransferAuthorization[], most: number): Promise<(AuthorizationRefusal | null)[]>;
  /** Signs without sending, so that the caller can store it first. Contacts only the signer. */
  sign(request: RelayRequest): Promise<SignedRelay>;
  /**
   * Signs a transaction's content again at the same account nonce for a quarter more, because nodes accept a replacement only for 10% more.
   * Rejects with RelayFeeCapped if the network's policy allows no sufficient fee.
   */
  outbid(rawTx: Hex): Promise<SignedRelay>;
  /** Sends a signed transaction to the node; repeating it is harmless. Rejects with RelayerOutOfGas or RelayUnderpriced. */
  send(rawTx: Hex): Promise<SendOutcome>;
  accountNonce(tag: "latest" | "pending"): Promise<number>;
  /**
   * Returns the result of each authorization from its own log in the newest blocks: submitted by anybody, or cancelled by its payer. Null
   * without a log: it still waits, or the node lags. One query for all.
   */
  authorizationResults(auths: AuthorizationName[]): Promise<AuthorizationResult[]>;
  /** Gas fees for a transaction now. */
  fees(): Promise<RelayFees>;
  /** Wei left for gas. */
  gasBalance(): Promise<bigint>;
}

/** Sends signed transactions to the nodes; needs no key. Failures to ask are ChainUnavailable. */
export interface Broadcaster {
  /** Like a relayer's `send`. */
  send(rawTx: Hex): Promise<SendOutcome>;
  /** Number of an account's transactions that the chain has included up to a block. */
  accountNonce(address: Address, blockNumber: bigint): Promise<number>;
}

/** The relayer cannot pay for gas. An operator must fund it. */
export class RelayerOutOfGas extends Error {
  override name = "RelayerOutOfGas";
}

/** The node requires a higher fee: for a replacement, or because the base fee has risen. `outbid` raises it. */
export class RelayUnderpriced extends Error {
  override name = "RelayUnderpriced";
}

/** The policy allows no higher fee. The sent transaction stays. */
export class RelayFeeCapped extends Error {
  override name = "RelayFeeCapped";
}

/** Below this a tip rounds to nothing. Base's own base fee is about as high. */
const feeFloor = 10_000_000n;

export interface RelayerOptions {
  network: Network;
  rpcUrl: string;
  /** Additional providers. Reads fall back to them in order, and every transaction is also sent to them. */
  otherRpcUrls?: readonly string[];
  /** Signer of the relayer's account: a private key, or a holder of it. */
  signer: RelaySigner | Hex;
  /** Per request to the RPC, default 5,000. */
  timeoutMs?: number;
}

/** Creates a broadcaster on the same endpoints as a relayer. */
export function createBroadcaster(options: Omit<RelayerOptions, "signer">): Broadcaster {
  const { clients, client } = connect(options);
  return {
    send: (rawTx) => asRelayed(() => sendToAll(clients, rawTx)),
    accountNonce: (address, blockNumber) => asUnavailable(() => client.getTransactionCount({ address, blockNumber })),
  };
}

/** Returns one client for each provider, and one that falls back from one to the next. */
function connect({ network, rpcUrl, otherRpcUrls = [], timeoutMs = defaultTimeoutMs }: Omit<RelayerOptions, "signer">) {
  const transports = [rpcUrl, ...otherRpcUrls].map((url) => rpcTransport(url, timeoutMs));
  const clients = transports.map((transport) => createRpcClient(network, rpcUrl, transport));
  return { clients, client: createRpcClient(network, rpcUrl, fallback(transports, { retryCount: 0 })) };
}

/** Creates a relayer on JSON-RPC endpoints. It is stateless: the caller manages nonces and sends one transaction at a time. */
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
      return sign({ nonce, gas, ...encodeSubmission(network.usdc.address, auths), ...fees });
    },
    outbid: (rawTx) =>
      asRelayed(async () => {
        const { nonce = 0, gas = 0n, to, data = "0x", maxFeePerGas: before = 0n } = parseTransaction(rawTx);
        if (!to) throw new Error("The transaction to outbid has no recipient.");
        const fees = withTip(feeOf(network.relayFees, await readBaseFee(client), before));
        return sign({ nonce, gas, to, data, ...fees });
      }),
    send: (rawTx) => asRelayed(() => sendToAll(clients, rawTx)),
    accountNonce: (tag) => asUnavailable(() => client.getTransactionCount({ address, blockTag: tag })),
    authorizationResults: (auths) => asUnavailable(() => readNewestFates(client, network.usdc.address, auths)),
    fees: () => asUnavailable(async () => withTip(feeOf(network.relayFees, await readBaseFee(client)))),
    gasBalance: () => asUnavailable(() => client.getBalance({ address })),
  };
}

/** A transaction's content without the relayer's signature. */
type Content = Omit<RelayTransaction, "chainId">;

/** Simulates on the newest block instead of the mempool, where a lost attempt may have used up the authorizations. */
async function simulate(client: PublicClient, token: Address, from: Address, auths: SignedTransferAuthorization[], most: number) {
  const gas = numberToHex(gasOfBatch(auths.length, most));
  try {
    const call = { from, to: multicall3Address, data: encodeBatch(token, auths), gas };
    return readBatchAnswers(await client.request({ method: "eth_call", params: [call, "latest"] }));
  } catch (error) {
    const reason = refusalOf(error);
    if (reason === null) throw error;
    return auths.map(() => reason); // all of them together exceed the gas limit
  }
}

async function readBaseFee(client: PublicClient): Promise<bigint> {
  const { baseFeePerGas } = await client.getBlock({ blockTag: "latest" });
  return baseFeePerGas ?? 0n;
}

/**
 * Computes the fee. The first is three times the base fee, enough for nine full blocks in a row, each of which raises it by an eighth.
 * Outbidding adds a quarter. Never more than the policy allows. @throws RelayFeeCapped if the maximum is less than a tenth above the
 * previous fee.
 */
function feeOf(policy: RelayFeePolicy, baseFee: bigint, before = 0n): bigint {
  const market = larger(baseFee * 3n, feeFloor);
  const maxFeePerGas = smaller(policy.mostPerGas, larger(baseFee, feeFloor / 3n) * policy.mostBaseFees);
  const offer = smaller(larger(market, (before * 5n) / 4n + 1n), maxFeePerGas);
  if (offer * 10n < before * 11n) throw new RelayFeeCapped("The network's policy allows no higher fee.");
  return offer;
}

function larger(left: bigint, right: bigint): bigint {
  return left > right ? left : right;
}

function smaller(left: bigint, right: bigint): bigint {
  return left < right ? left : right;
}

/** An hour on Base, and within the range that nodes search at once. An authorization of a checkout is valid for twelve minutes. */
const fateBlocks = 1_900n;

async function readNewestFates(client: PublicClient, token: Address, auths: AuthorizationName[]): Promise<AuthorizationResult[]> {
  if (auths.length === 0) return [];
  const head = await client.getBlockNumber({ cacheTime: 0 });
  return readAuthorizationResults(client, token, auths, { fromBlock: head > fateBlocks ? head - fateBlocks : 0n, toBlock: head });
}

/** The tip follows the fee, because a replacement must raise both. */
function withTip(maxFeePerGas: bigint): RelayFees {
  return { maxFeePerGas, maxPriorityFeePerGas: maxFeePerGas / 10n };
}

/**
 * Sends to all providers, because one may be away or keep a transaction to itself. The first acceptance is enough. Otherwise the most
 * specific error counts.
 */
async function sendToAll(clients: PublicClient[], rawTx: Hex): Promise<SendOutcome> {
  const sending = clients.map((client) => sendRaw(client, rawTx));
  const acceptances = sending.map(async (outcome) => {
    if ((await outcome) === "nonceTooLow") throw new Error("The provider did not accept it.");
    return outcome;
  });
  try {
    return await Promise.any(acceptances);
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
    if (/insufficient funds/i.test(text)) throw new RelayerOutOfGas("The relayer does not have enough ETH for gas.");
    if (/underpriced|fee too low|less than block base fee/i.test(text)) throw new RelayUnderpriced(text);
    throw error;
  }
}

/** Like `asUnavailable`, but passes the relayer's own errors. */
function asRelayed<T>(work: () => Promise<T>): Promise<T> {
  return asUnavailable(work, isRelayersOwn);
}

function isRelayersOwn(error: unknown): boolean {
  return [RelayerOutOfGas, RelayUnderpriced, RelayFeeCapped].some((kind) => error instanceof kind);
}
