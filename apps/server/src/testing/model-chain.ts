import type { AuthorizationResult } from "@hearth/chain/authorization-fates";
import type { BlockRef, ChainReader, ReceiptRef } from "@hearth/chain/chain-reader";
import { networks } from "@hearth/chain/networks";
import type { ObservedTransfer } from "@hearth/chain/observed-transfer";
import type { Broadcaster, Relayer, SendOutcome } from "@hearth/chain/relayer";
import type { SignedTransferAuthorization } from "@hearth/chain/usdc";

type Hex = `0x${string}`;

/** A transfer of USDC before it is in a block. */
export type Moved = Pick<ObservedTransfer, "from" | "to" | "usdcUnits" | "binding">;

/** A transaction that can be mined, and mined again in another block after a reorganisation. */
export interface ModelTransaction {
  hash: Hex;
  /** Its transfers when mined. A relayed transaction's transfers follow from its authorizations. */
  moves: Moved[];
  /** The index of the first log in its block. Each transfer takes two indexes, as an authorization does. */
  firstIndex: number;
  relayed?: RelayedTransaction;
  /** Authorizations that their payers cancel with it. */
  cancels?: { from: Hex; nonce: Hex }[];
}

/** A transaction with authorizations, sent by a relayer or by a payer. */
interface RelayedTransaction {
  rawTx: Hex;
  hash: Hex;
  address: Hex;
  nonce: number;
  auths: SignedTransferAuthorization[];
}

/** A block with its logs. */
export interface ModelBlock extends BlockRef {
  transactions: ModelTransaction[];
  logs: ObservedTransfer[];
}

/** The outcome of an authorization, and its block. */
interface Fate {
  block: bigint;
  fate: NonNullable<AuthorizationResult>;
}

const { chainId, usdc, dustFloorUnits, finalityDepth } = networks.local;
/** A relayer asks for logs of the newest blocks only, this far back. */
const relayerLooksBackMs = 3_600_000;
const sameName = (from: string, nonce: string) => `${from} ${nonce}`.toLowerCase();

/**
 * A chain in memory: blocks with transfers, a token that accepts each authorization once, and pending transactions of relayers. The product reads it through
 * the same interfaces as a node. It accepts every signature, and wallets hold enough money unless they are marked as empty.
 */
export class ModelChain {
  readonly blocks: ModelBlock[] = [];
  /** Wallets that hold too little for any authorization. */
  readonly emptyWallets = new Set<string>();
  /** Authorizations whose own transaction has reverted. The chain does not give the reason. */
  readonly reverted = new Set<Hex>();
  /** Transactions sent by relayers and not yet mined. */
  private pool: RelayedTransaction[] = [];
  private readonly signed = new Map<Hex, RelayedTransaction>();
  private readonly fates = new Map<string, Fate>();
  private readonly mined: { address: Hex; block: bigint }[] = [];
  private readonly receipts = new Map<Hex, ReceiptRef>();
  private serial = 0;

  constructor(start: Date) {
    this.mine([], start);
  }

  newHash(): Hex {
    return `0x${(this.serial += 1).toString(16).padStart(64, "0")}`;
  }

  get head(): ModelBlock {
    const head = this.blocks.at(-1);
    if (!head) throw new Error("The chain has no block");
    return head;
  }

  /** Mines a block at a time, at least a whole second after the block before it. */
  mine(transactions: ModelTransaction[], moment: Date): ModelBlock {
    const parent = this.blocks.at(-1);
    const seconds = Math.max(Math.floor(moment.getTime() / 1_000), parent ? parent.time.getTime() / 1_000 + 1 : 0);
    const number = parent ? parent.number + 1n : 100n;
    const block: ModelBlock = {
      number,
      hash: this.newHash(),
      parentHash: parent?.hash ?? this.newHash(),
      time: new Date(seconds * 1_000),
      transactions,
      logs: [],
    };
    this.blocks.push(block);
    for (const transaction of transactions) this.execute(block, transaction);
    return block;
  }

  /** Takes the relayers' transactions with the next nonces, as a node would include them in the next block. */
  takePool(): ModelTransaction[] {
    const ready = this.pool.filter(({ address, nonce }) => nonce === this.nonceOf(address));
    this.pool = [];
    return ready.map((relayed) => ({ hash: relayed.hash, moves: [], firstIndex: 0, relayed }));
  }

  /** Drops the pending transactions, like a node that restarts. */
  forgetPool(): void {
    this.pool = [];
  }

  /** A transaction with which a payer submits an authorization without the relayer. */
  carryingOf(auth: SignedTransferAuthorization): ModelTransaction {
    const relayed = { rawTx: this.newHash(), hash: this.newHash(), address: auth.from, nonce: 0, auths: [auth] };
    return { hash: relayed.hash, moves: [], firstIndex: 0, relayed };
  }

  /** Removes the newest blocks, but never the first one. Returns them, the lowest first. */
  cut(depth: number): ModelBlock[] {
    const removedBlocks = this.blocks.splice(Math.max(1, this.blocks.length - depth));
    const first = removedBlocks[0]?.number;
    if (first === undefined) return [];
    for (const [name, { block }] of this.fates) if (block >= first) this.fates.delete(name);
    for (const [hash, { blockNumber }] of this.receipts) if (blockNumber >= first) this.receipts.delete(hash);
    while ((this.mined.at(-1)?.block ?? 0n) >= first) this.mined.pop();
    return removedBlocks;
  }

  private execute(block: ModelBlock, transaction: ModelTransaction): void {
    const { hash, relayed, cancels = [] } = transaction;
    for (const { from, nonce } of cancels)
      if (!this.fates.has(sameName(from, nonce))) this.fates.set(sameName(from, nonce), { block: block.number, fate: "cancelled" });
    const moves = relayed ? this.carry(block, relayed) : transaction.moves;
    const place = { chainId, txHash: hash, token: usdc.address, blockNumber: block.number, blockHash: block.hash, blockTime: block.time };
    for (const [index, moved] of moves.entries()) block.logs.push({ ...place, ...moved, logIndex: transaction.firstIndex + index * 2 });
    for (const { from, binding } of transaction.moves)
      if (binding?.by === "authorization") this.fates.set(sameName(from, binding.hash), { block: block.number, fate: "used" });
  }

  /** Executes authorizations. The token accepts each that is unspent and in time. A single one that is refused reverts. */
  private carry(block: ModelBlock, { hash, address, auths }: RelayedTransaction): Moved[] {
    const accepted = auths.filter((auth) => this.refusalOf(auth, block.time) === null);
    for (const { from, nonce } of accepted) this.fates.set(sameName(from, nonce), { block: block.number, fate: "used" });
    this.mined.push({ address, block: block.number });
    const status = auths.length === 1 && accepted.length === 0 ? ("reverted" as const) : ("success" as const);
    if (status === "reverted") for (const { nonce } of auths) this.reverted.add(nonce);
    this.receipts.set(hash, { status, blockNumber: block.number, blockHash: block.hash });
    return accepted.map(({ from, to, usdcUnits, nonce }) => ({
      from,
      to,
      usdcUnits,
      binding: { hash: nonce, by: "authorization" as const },
    }));
  }

  private refusalOf({ from, nonce, validAfter, validBefore }: SignedTransferAuthorization, time: Date, at = this.head.number) {
    const seconds = BigInt(time.getTime() / 1_000);
    if (this.fateOf(from, nonce, at)) return "used" as const;
    if (seconds <= validAfter) return "notYetValid" as const;
    if (seconds >= validBefore) return "expired" as const;
    return this.emptyWallets.has(from.toLowerCase()) ? ("balance" as const) : null;
  }

  /** The outcome of an authorization up to a block, by its log in the blocks since another one. */
  fateOf(from: Hex, nonce: Hex, at = this.head.number, since = 0n): AuthorizationResult {
    const known = this.fates.get(sameName(from, nonce));
    return known && known.block <= at && known.block >= since ? known.fate : null;
  }

  private nonceOf(address: Hex, at = this.head.number): number {
    return this.mined.filter((transaction) => transaction.address === address && transaction.block <= at).length;
  }

  private block(at: bigint): ModelBlock | null {
    return this.blocks[Number(at - (this.blocks[0]?.number ?? 0n))] ?? null;
  }

  /** The product's reader of this chain. */
  reader(): ChainReader {
    const marked = (at: bigint | "safe" | "finalized") => {
      if (typeof at === "bigint") return at;
      const [first, mark] = [this.blocks[0]?.number ?? 0n, this.head.number - (at === "safe" ? 0n : finalityDepth)];
      return mark < first ? first : mark;
    };
    const logs = (from: bigint, to: bigint) =>
      this.blocks.filter(({ number }) => number >= from && number <= to).flatMap(({ logs }) => logs);
    const lower = (addresses: readonly string[] = []) => new Set(addresses.map((address) => address.toLowerCase()));
    const simulate = (auth: SignedTransferAuthorization, time: Date, at?: bigint) => {
      const reason = this.refusalOf(auth, time, at);
      return reason === null ? { ok: true as const } : { ok: false as const, reason };
    };
    const never = () => Promise.reject(new Error("Histories do not use this call"));
    return {
      network: networks.local,
      providers: ["model"],
      head: async () => refOf(this.head),
      block: async (at) => {
        const found = this.block(marked(at));
        return found && refOf(found);
      },
      transfersTo: never,
      transfersInvolving: async (ends, from, to) => {
        const [receivers, senders, bound] = [lower(ends.to), lower(ends.from), lower(ends.onlyBound)];
        const transfers = logs(from, to).flatMap((log) => {
          const recorded = log.usdcUnits < dustFloorUnits ? { ...log, binding: null } : log;
          const touches = (set: Set<string>) => set.has(log.from.toLowerCase()) || set.has(log.to.toLowerCase());
          const isMeant =
            receivers.has(log.to.toLowerCase()) || senders.has(log.from.toLowerCase()) || (recorded.binding !== null && touches(bound));
          return isMeant ? [recorded] : [];
        });
        return { transfers, upTo: to, isWhole: true };
      },
      transfersInTx: async (hash) => this.blocks.flatMap(({ logs }) => logs).filter(({ txHash }) => txHash === hash),
      receipt: async (hash) => this.receipts.get(hash) ?? null,
      countConfirmingProviders: async () => 1,
      isBlacklisted: async () => false,
      balanceOf: async () => 10n ** 15n,
      nativeBalanceOf: async () => 10n ** 18n,
      hasCode: async () => false,
      verifyMessage: async () => true,
      verifyTypedData: async () => true,
      authorizationState: async (from, nonce, at) => this.fateOf(from, nonce, at ?? this.head.number) !== null,
      authorizationResults: async (auths, from, to) => auths.map((auth) => this.fateOf(auth.from, auth.nonce, to, from)),
      simulateAuthorization: async (auth, at) => simulate(auth, this.block(at ?? this.head.number)?.time ?? this.head.time, at),
      simulateAuthorizationAt: async (auth, time) => simulate(auth, time),
    };
  }

  /** A relayer with an account of its own on this chain. */
  relayer(address: Hex): Relayer {
    const sign = (auths: SignedTransferAuthorization[], nonce: number) => {
      const relayed = { rawTx: this.newHash(), hash: this.newHash(), address, nonce, auths };
      this.signed.set(relayed.rawTx, relayed);
      return { rawTx: relayed.rawTx, txHash: relayed.hash, maxFeePerGas: 30_000_000n, maxPriorityFeePerGas: 10_000_000n };
    };
    return {
      address,
      simulate: async (auths) => auths.map((auth) => this.refusalOf(auth, this.head.time)),
      sign: async ({ auths, nonce }) => sign(auths, nonce),
      outbid: async (rawTx) => {
        const { auths, nonce } = this.signed.get(rawTx) ?? { auths: [], nonce: 0 };
        return sign(auths, nonce);
      },
      send: async (rawTx) => this.handIn(rawTx),
      accountNonce: async () => this.nonceOf(address),
      authorizationResults: async (auths) => {
        const oldest = this.head.time.getTime() - relayerLooksBackMs;
        const since = this.blocks.find(({ time }) => time.getTime() >= oldest)?.number;
        return auths.map((auth) => this.fateOf(auth.from, auth.nonce, this.head.number, since));
      },
      fees: async () => ({ maxFeePerGas: 30_000_000n, maxPriorityFeePerGas: 10_000_000n }),
      gasBalance: async () => 10n ** 18n,
    };
  }

  /** Broadcasts transactions signed with any key. */
  broadcaster(): Broadcaster {
    return { send: async (rawTx) => this.handIn(rawTx), accountNonce: async (address, at) => this.nonceOf(address, at) };
  }

  private handIn(rawTx: Hex): SendOutcome {
    const relayed = this.signed.get(rawTx);
    if (!relayed || relayed.nonce < this.nonceOf(relayed.address)) return "nonceTooLow";
    if (this.pool.includes(relayed)) return "known";
    this.pool = [...this.pool.filter(({ address, nonce }) => address !== relayed.address || nonce !== relayed.nonce), relayed];
    return "sent";
  }
}

function refOf({ number, hash, parentHash, time }: ModelBlock): BlockRef {
  return { number, hash, parentHash, time };
}
