import { type Address, type Hex, numberToHex, type PublicClient, type RpcBlock, type TypedDataDefinition } from "viem";
import { sameAddress } from "./addresses.ts";
import { type AuthorizationResult, type AuthorizationName, readAuthorizationResults } from "./authorization-fates.ts";
import { type AuthorizationRefusal, refusalOf } from "./authorization-refusal.ts";
import { asUnavailable, ChainUnavailable, ChainUnsure } from "./chain-errors.ts";
import type { ConfirmationRule, Network } from "./networks.ts";
import type { ObservedTransfer } from "./observed-transfer.ts";
import { batchConcurrent, coalesceRequests } from "./share-asked.ts";
import { createRpcClient, defaultTimeoutMs, providerName, rpcTransport } from "./rpc-client.ts";
import { verifySignature } from "./signature-check.ts";
import { type BlockTimes, createBlockTimes } from "./block-times.ts";
import { createLogReader, type Ends, requireScannable } from "./transfer-logs.ts";
import { type ChooseTransfers, readTransfers, scanTransfers, type ScanTools, type Stretch } from "./transfer-scan.ts";
import { usdcAbi } from "./usdc-abi.ts";
import { encodeAuthorization, maxAuthorizationGas, type SignedTransferAuthorization } from "./usdc.ts";

/** The fields of a block that the product uses. */
export interface BlockRef {
  number: bigint;
  hash: Hex;
  parentHash: Hex;
  time: Date;
}

/** Result of submitting an authorization now. */
export type AuthorizationSimulation = { ok: true } | { ok: false; reason: AuthorizationRefusal };

/** The outcome of a transaction, and the block that contains it according to the node. */
export interface ReceiptRef {
  status: "success" | "reverted";
  blockNumber: bigint;
  blockHash: Hex;
}

/** The facts of a transfer that a provider must confirm exactly. */
export interface TransferClaim extends Pick<
  ObservedTransfer,
  "txHash" | "logIndex" | "blockNumber" | "blockHash" | "from" | "to" | "usdcUnits"
> {
  /** The hash of the transfer's binding; null without one. */
  binding: Hex | null;
}

/**
 * Reads one chain for the server.
 *
 * Every method rejects with ChainUnavailable when the RPC is away, too slow or returns nonsense. It rejects with ChainUnsure (a subclass)
 * when its answers contradict each other. No method turns a failure into a result.
 */
export interface ChainReader {
  readonly network: Network;
  /** Host name of each provider. Only the host, because a URL may contain a key. */
  readonly providers: readonly string[];
  /** The newest block. */
  head(): Promise<BlockRef>;
  /**
   * Returns the block at a height or a finality tag, or null if the node does not have it. Null only means unsure: a lagging node returns
   * it for a block that the chain has. Only a block with another hash proves that one was replaced.
   */
  block(heightOrTag: bigint | "safe" | "finalized"): Promise<BlockRef | null>;
  /**
   * Returns every USDC transfer to one of the addresses within the blocks, both ends included, in chain order, without duplicates. Rejects
   * with RangeError for more than 2,000 blocks, and with ChainUnsure when the node has not seen `toBlock`.
   */
  transfersTo(addresses: Address[], fromBlock: bigint, toBlock: bigint): Promise<ObservedTransfer[]>;
  /**
   * Returns the USDC transfers within the blocks to or from some addresses, and for others only transfers with a binding. Reads a batch of
   * whole blocks with about a thousand transfers: at least `fromBlock`, and at most as many blocks as the provider returns at once.
   * Transfers below the network's floor have no binding here. With `choose`, reads only the transfers it selects, and the result says
   * whether that is all of them.
   */
  transfersInvolving(ends: Ends, fromBlock: bigint, toBlock: bigint, choose?: ChooseTransfers): Promise<Stretch>;
  /** Returns every USDC transfer in a transaction, to any recipient; empty if the transaction is unknown, pending or failed. */
  transfersInTx(hash: Hex): Promise<ObservedTransfer[]>;
  /** Returns the outcome of a transaction. Null if the node has none, which proves nothing: the node or the transaction may lag. */
  receipt(hash: Hex): Promise<ReceiptRef | null>;
  /**
   * Counts the providers that have exactly this transfer in their block at its height, with the confirmations that the rule requires. Each
   * is asked separately and judged by its own newest or `safe` block. A provider that is away, behind or has something else does not count,
   * so 0 proves nothing.
   */
  countConfirmingProviders(transfer: TransferClaim, rule: ConfirmationRule): Promise<number>;
  isBlacklisted(address: Address): Promise<boolean>;
  /** USDC units, 6 decimals. */
  balanceOf(address: Address): Promise<bigint>;
  /** Wei. */
  nativeBalanceOf(address: Address): Promise<bigint>;
  /** True if the address is a contract (or an account that delegates to one). */
  hasCode(address: Address): Promise<boolean>;
  /** True if the account signed the text: with its key, as a contract wallet (ERC-1271), or as one not yet deployed (ERC-6492). */
  verifyMessage(input: { address: Address; message: string; signature: Hex }): Promise<boolean>;
  /** True if the account signed the typed data (EIP-712): with its key, as a contract wallet, or as one not yet deployed. */
  verifyTypedData(input: { address: Address; typedData: TypedDataDefinition; signature: Hex }): Promise<boolean>;
  /** True if an authorization has been used or cancelled, as of the newest block or a given one. */
  authorizationState(from: Address, nonce: Hex, blockNumber?: bigint): Promise<boolean>;
  /**
   * Returns the result of each authorization by its own log within the blocks, both ends included: submitted by anybody, or cancelled by
   * its payer. Null without a log. Rejects with RangeError for more than 2,000 blocks, and with ChainUnsure when the node has not seen
   * `toBlock`.
   */
  authorizationResults(auths: AuthorizationName[], fromBlock: bigint, toBlock: bigint): Promise<AuthorizationResult[]>;
  /** Simulates an authorization now, or in the state of a block, without sending it. */
  simulateAuthorization(auth: SignedTransferAuthorization, blockNumber?: bigint): Promise<AuthorizationSimulation>;
  /** Simulates an authorization in a next block with another time, with the current state. */
  simulateAuthorizationAt(auth: SignedTransferAuthorization, time: Date): Promise<AuthorizationSimulation>;
}

/** Maximum time that a token query waits to be batched behind one in flight. */
const mostGatheringMs = 10;

export interface ChainReaderOptions {
  network: Network;
  rpcUrl: string;
  /** Per request to the RPC, default 5,000. */
  timeoutMs?: number;
}

/**
 * Creates a reader on one JSON-RPC endpoint. Sends nothing until the first method is called, which first checks that the endpoint serves
 * the network's chain. An endpoint of another chain counts as unavailable (ChainUnavailable).
 */
export function createChainReader({ network, rpcUrl, timeoutMs = defaultTimeoutMs }: ChainReaderOptions): ChainReader {
  const client = createRpcClient(network, rpcUrl, rpcTransport(rpcUrl, timeoutMs));
  const alone = createRpcClient(network, rpcUrl, rpcTransport(rpcUrl, timeoutMs, { isAlone: true }));
  const ask = askRightChain(client, network);
  const usdc = { address: network.usdc.address, abi: usdcAbi } as const;
  const tools: ScanTools = { client, network, logs: createLogReader(client, network), times: createBlockTimes() };
  // Many payments to confirm may be in one transaction, and many checkouts may be opened for one payee.
  const transaction = coalesceRequests((hash: Hex) => readTransaction(tools, hash));
  const askBlacklisted = (address: Address, how: "alone" | "together") =>
    (how === "alone" ? alone : client).readContract({ ...usdc, functionName: "isBlacklisted", args: [address] });
  const blacklisted = coalesceRequests(batchConcurrent(askBlacklisted, mostGatheringMs));
  const scan: ChainReader["transfersInvolving"] = async (ends, fromBlock, toBlock, choose) => {
    requireScannable(fromBlock, toBlock);
    return ask(() => scanTransfers(tools, ends, { fromBlock, toBlock, choose }));
  };
  return {
    network,
    providers: [providerName(rpcUrl)],
    head: () => ask(() => readHead(tools), { isAgain: true }),
    block: (heightOrTag) => ask(() => readBlock(tools, heightOrTag)),
    transfersTo: (addresses, fromBlock, toBlock) => allTransfersTo(scan, addresses, fromBlock, toBlock),
    transfersInvolving: scan,
    transfersInTx: (hash) => ask(() => transaction(hash)),
    receipt: (hash) => ask(() => readReceipt(client, hash)),
    countConfirmingProviders: (transfer, rule) => ask(async () => ((await holdsTransfer(tools, transaction, transfer, rule)) ? 1 : 0)),
    isBlacklisted: (address) => ask(() => blacklisted(address)),
    balanceOf: (address) => ask(() => client.readContract({ ...usdc, functionName: "balanceOf", args: [address] })),
    nativeBalanceOf: (address) => ask(() => client.getBalance({ address })),
    hasCode: (address) => ask(async () => (await client.getCode({ address })) !== undefined),
    verifyMessage: (statement) => ask(() => verifySignature(network, rpcUrl, timeoutMs, statement)),
    verifyTypedData: (statement) => ask(() => verifySignature(network, rpcUrl, timeoutMs, statement)),
    authorizationState: (from, nonce, blockNumber) =>
      ask(() =>
        client.readContract({
          ...usdc,
          functionName: "authorizationState",
          args: [from, nonce],
          ...(blockNumber !== undefined && { blockNumber }),
        }),
      ),
    authorizationResults: async (auths, fromBlock, toBlock) => {
      requireScannable(fromBlock, toBlock);
      return ask(() => readAuthorizationResults(client, network.usdc.address, auths, { fromBlock, toBlock }));
    },
    simulateAuthorization: (auth, blockNumber) =>
      ask(() => simulate(client, network, auth, blockNumber === undefined ? ["latest"] : [numberToHex(blockNumber)])),
    simulateAuthorizationAt: (auth, time) => {
      const seconds = numberToHex(BigInt(Math.floor(time.getTime() / 1_000)));
      return ask(() => simulate(client, network, auth, ["latest", {}, { time: seconds }]));
    },
  };
}

/**
 * Wraps requests so that they wait for one successful check of the chain id, and fail only as ChainUnavailable. `isAgain` repeats the check
 * in the same batch: an endpoint may switch to another chain, whose blocks would look like a reorganisation.
 */
function askRightChain(client: PublicClient, network: Network) {
  let isRightChain = false;
  const check = async () => {
    const chainId = await client.getChainId();
    isRightChain = chainId === network.chainId;
    if (!isRightChain) throw new ChainUnavailable(`The RPC serves chain ${chainId}, not ${network.chainId}.`);
  };
  return <T>(question: () => Promise<T>, { isAgain = false } = {}): Promise<T> =>
    asUnavailable(async () => {
      if (!isRightChain) await check();
      else if (isAgain) return (await Promise.all([question(), check()]))[0];
      return question();
    });
}

/** Scans range after range, up to `toBlock`. */
export async function allTransfersTo(
  scan: ChainReader["transfersInvolving"],
  addresses: Address[],
  fromBlock: bigint,
  toBlock: bigint,
): Promise<ObservedTransfer[]> {
  const found: ObservedTransfer[] = [];
  for (let from = fromBlock; ;) {
    const { transfers, upTo } = await scan({ to: addresses, from: [] }, from, toBlock);
    found.push(...transfers);
    if (upTo >= toBlock) return found;
    from = upTo + 1n;
  }
}

type BlockSource = { client: PublicClient; times: BlockTimes };

async function readHead({ client, times }: BlockSource): Promise<BlockRef> {
  const block = await client.request({ method: "eth_getBlockByNumber", params: ["latest", false] });
  if (block === null) throw new ChainUnsure("The node has no newest block.");
  return toBlockRef(block, times);
}

async function readBlock({ client, times }: BlockSource, heightOrTag: bigint | "safe" | "finalized"): Promise<BlockRef | null> {
  const tag = typeof heightOrTag === "bigint" ? numberToHex(heightOrTag) : heightOrTag;
  const block = await client.request({ method: "eth_getBlockByNumber", params: [tag, false] });
  if (block === null) return null;
  const ref = toBlockRef(block, times);
  if (typeof heightOrTag === "bigint" && ref.number !== heightOrTag)
    throw new ChainUnsure(`The node answered block ${ref.number} for ${heightOrTag}.`);
  return ref;
}

function toBlockRef(block: RpcBlock, times: BlockTimes): BlockRef {
  if (block.number === null || block.hash === null) throw new ChainUnsure("The node gave a block that is not mined.");
  const time = new Date(Number(block.timestamp) * 1000);
  times.note({ hash: block.hash, time });
  return { number: BigInt(block.number), hash: block.hash, parentHash: block.parentHash, time };
}

async function readTransaction(tools: ScanTools, hash: Hex): Promise<ObservedTransfer[]> {
  const receipt = await tools.client.request({ method: "eth_getTransactionReceipt", params: [hash] });
  return receipt === null ? [] : readTransfers(tools, hash, receipt.blockHash);
}

async function readReceipt(client: PublicClient, hash: Hex): Promise<ReceiptRef | null> {
  const receipt = await client.request({ method: "eth_getTransactionReceipt", params: [hash] });
  if (receipt === null) return null;
  const status = receipt.status === "0x1" ? "success" : "reverted";
  return { status, blockNumber: BigInt(receipt.blockNumber), blockHash: receipt.blockHash };
}

async function holdsTransfer(
  tools: ScanTools,
  transaction: (hash: Hex) => Promise<ObservedTransfer[]>,
  claim: TransferClaim,
  rule: ConfirmationRule,
): Promise<boolean> {
  const [transfer, block, mark] = await Promise.all([
    transaction(claim.txHash),
    readBlock(tools, claim.blockNumber),
    rule.kind === "safe" ? readBlock(tools, "safe") : readHead(tools),
  ]);
  if (block?.hash !== claim.blockHash || mark === null) return false;
  const isDeep = mark.number - claim.blockNumber + 1n >= (rule.kind === "depth" ? BigInt(rule.blocks) : 1n);
  return isDeep && transfer.some((transfer) => isClaimed(transfer, claim));
}

function isClaimed(transfer: ObservedTransfer, claim: TransferClaim): boolean {
  const isSame = transfer.logIndex === claim.logIndex && transfer.blockHash === claim.blockHash && transfer.usdcUnits === claim.usdcUnits;
  return (
    isSame &&
    sameAddress(transfer.from, claim.from) &&
    sameAddress(transfer.to, claim.to) &&
    (transfer.binding?.hash ?? null) === claim.binding
  );
}

async function simulate(
  client: PublicClient,
  network: Network,
  auth: SignedTransferAuthorization,
  state: ["latest" | Hex] | ["latest", Record<never, never>, { time: Hex }],
): Promise<AuthorizationSimulation> {
  try {
    const call = { to: network.usdc.address, data: encodeAuthorization(auth), gas: numberToHex(maxAuthorizationGas) };
    await client.request({ method: "eth_call", params: [call, ...state] });
    return { ok: true };
  } catch (error) {
    const reason = refusalOf(error);
    if (reason === null) throw error;
    return { ok: false, reason };
  }
}
