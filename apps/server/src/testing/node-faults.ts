import { calldataSuffix } from "@hearth/chain/binding";
import { networks } from "@hearth/chain/networks";
import { transferTopic } from "@hearth/chain/observed-transfer";
import { encodeTransfer } from "@hearth/chain/usdc";
import type { Forward, RpcCall, RpcOutcome } from "@hearth/simulator/http/json-rpc";
import { answerLagging } from "@hearth/simulator/http/lagging-view";
import { type Address, concatHex, type Hex, keccak256, numberToHex, padHex, stringToHex } from "viem";
import type { Random } from "@hearth/db/testing/random";
import type { Fault } from "./lying-node.ts";

/** An open checkout that nobody pays. A node would have to invent a transfer to complete it. */
export interface Unpaid {
  to: Address;
  usdcUnits: bigint;
  binding: Hex;
}

type Thing = Record<string, unknown>;
type Change = (thing: Thing, params: unknown[]) => unknown;

const isThing = (value: unknown): value is Thing => typeof value === "object" && value !== null && !Array.isArray(value);
const honest = ({ method, params }: RpcCall, forward: Forward) => forward(method, params);

/** Changes each object in the results of these methods, in a list or alone. */
function changing(methods: string[], change: Change): Fault {
  return {
    answer: async (call, forward) => {
      const outcome = await honest(call, forward);
      if ("error" in outcome || !methods.includes(call.method)) return outcome;
      const { result } = outcome;
      if (Array.isArray(result)) return { result: result.map((thing) => (isThing(thing) ? change(thing, call.params) : thing)) };
      return { result: isThing(result) ? change(result, call.params) : result };
    },
  };
}

/** Replaces the results of these methods. `answer` gets the true result. */
function answering(methods: string[], answer: (call: RpcCall, truth: unknown, forward: Forward) => unknown): Fault {
  return {
    answer: async (call, forward) => {
      const outcome = await honest(call, forward);
      if ("error" in outcome || !methods.includes(call.method)) return outcome;
      return { result: await answer(call, outcome.result, forward) };
    },
  };
}

const blocks = ["eth_getBlockByNumber", "eth_getBlockByHash"];
const transactions = ["eth_getTransactionByHash", "eth_getTransactionReceipt"];
const numberOf = (thing: unknown): bigint => (isThing(thing) && typeof thing["number"] === "string" ? BigInt(thing["number"]) : 0n);
const isTagged = (tag: string, params: unknown[]) => params[0] === tag;

/** A wrong hash for a block, always the same one. */
function otherHash(hash: unknown): Hex {
  return keccak256(stringToHex(`other ${String(hash)}`));
}

/** Replaces a block's hash in every result, for the blocks that `isOther` picks by height. */
function withOtherHashes(isOther: (height: bigint) => boolean): Fault {
  const real = new Map<unknown, unknown>();
  const renamed = (hash: unknown) => {
    const other = otherHash(hash);
    real.set(other, hash);
    return other;
  };
  const heightOf = (thing: Thing) => {
    const at = thing["number"] ?? thing["blockNumber"];
    return typeof at === "string" ? BigInt(at) : -1n;
  };
  const rename = (thing: Thing): Thing => {
    const [height, isBlock] = [heightOf(thing), "parentHash" in thing];
    const place = isBlock ? "hash" : "blockHash";
    return {
      ...thing,
      ...(isOther(height) && { [place]: renamed(thing[place]) }),
      ...(isBlock && isOther(height - 1n) && { parentHash: renamed(thing["parentHash"]) }),
      ...(Array.isArray(thing["logs"]) && { logs: thing["logs"].map((log: unknown) => (isThing(log) ? rename(log) : log)) }),
    };
  };
  const lie = changing([...blocks, ...transactions, "eth_getLogs"], rename);
  return {
    answer: (call, forward) => {
      const [first, ...rest] = call.params;
      const asked = { ...call, params: real.has(first) ? [real.get(first), ...rest] : call.params };
      return lie.answer?.(asked, forward) ?? honest(call, forward);
    },
  };
}

/** Gives the newest `depth` blocks other hashes, on this node alone. */
function ownBranch(depth: bigint): Fault {
  let fork: bigint | null = null;
  const branch = withOtherHashes((height) => fork !== null && height >= fork);
  return {
    answer: async (call, forward) => {
      const newest = await forward("eth_blockNumber", []);
      if (fork === null && "result" in newest && typeof newest.result === "string") fork = BigInt(newest.result) - depth + 1n;
      return branch.answer?.(call, forward) ?? honest(call, forward);
    },
  };
}

/** Invents a consistent transfer: its log, its transaction and its receipt, in an existing block. */
function invented({ to, usdcUnits, binding }: Unpaid, random: Random): Fault {
  const from = numberToHex(random.between(2 ** 20, 2 ** 30), { size: 20 });
  const hash = keccak256(binding);
  let place: { blockNumber: unknown; blockHash: unknown } | null = null;
  const log = () => ({
    ...place,
    address: networks.local.usdc.address,
    topics: [transferTopic, padHex(from, { size: 32 }), padHex(to, { size: 32 })],
    data: numberToHex(usdcUnits, { size: 32 }),
    transactionHash: hash,
    transactionIndex: "0x0",
    logIndex: "0x0",
    removed: false,
  });
  const input = concatHex([encodeTransfer({ to, usdcUnits }), calldataSuffix(binding)]);
  return answering(["eth_getLogs", ...transactions], async ({ method, params }, truth, forward) => {
    if (method === "eth_getLogs") {
      if (!Array.isArray(truth) || !JSON.stringify(params).toLowerCase().includes(to.slice(2).toLowerCase())) return truth;
      const [filter] = params;
      const last = isThing(filter) ? await forward("eth_getBlockByNumber", [filter["toBlock"], false]) : null;
      if (last === null || "error" in last || !isThing(last.result)) return truth;
      place ??= { blockNumber: last.result["number"], blockHash: last.result["hash"] };
      return place.blockNumber === last.result["number"] ? [...truth, log()] : truth;
    }
    if (params[0] !== hash || place === null) return truth;
    if (method === "eth_getTransactionByHash")
      return { ...place, hash, from, to: networks.local.usdc.address, input, transactionIndex: "0x0" };
    return { ...place, transactionHash: hash, status: "0x1", logs: [log()] };
  });
}

/** A URL with several nodes behind it: each request, or each call of one, reaches another node. */
function flapping(random: Random, per: "request" | "question"): Fault {
  let lag = random.between(0, 20);
  return {
    begin: () => {
      lag = random.between(0, 20);
    },
    answer: (call, forward) => {
      const behind = per === "question" ? random.between(0, 20) : lag;
      return behind === 0 ? honest(call, forward) : answerLagging(call, behind, forward);
    },
  };
}

function stuck(): Fault {
  let height: unknown = null;
  return {
    answer: async (call, forward) => {
      const newest = await forward("eth_blockNumber", []);
      if ("error" in newest || typeof newest.result !== "string") return newest;
      height ??= newest.result;
      const behind = Number(BigInt(newest.result) - BigInt(String(height)));
      return behind === 0 ? honest(call, forward) : answerLagging(call, behind, forward);
    },
  };
}

const away = (status: number, body: string): Fault => ({ instead: { status, body } });
const nothing = (methods: string[], isGone: () => boolean = () => true): Fault => ({
  answer: async (call, forward): Promise<RpcOutcome> =>
    methods.includes(call.method) && isGone() ? { result: null } : honest(call, forward),
});
/** Makes a block tag return the newest block, or the first. */
const mark = (tag: string, at: string): Fault => ({
  answer: (call, forward) =>
    call.method === "eth_getBlockByNumber" && isTagged(tag, call.params)
      ? forward(call.method, [at, ...call.params.slice(1)])
      : honest(call, forward),
});
/** Gives the newest block a height that the chain has not reached, in all results about it. */
const ahead = (by: bigint): Fault =>
  changing(["eth_getBlockByNumber"], (block, params) =>
    isTagged("latest", params) ? { ...block, number: numberToHex(numberOf(block) + by), hash: otherHash(block["hash"]) } : block,
  );

/** A kind of fault. */
export interface FaultKind {
  name: string;
  /** Creates a fault of this kind. `unpaid` is the checkout to be completed by a lie. */
  make(random: Random, unpaid: Unpaid): Fault;
}

/** All kinds of faults, lies first. */
export const faultKinds: FaultKind[] = [
  { name: "invents a transfer", make: (random, unpaid) => invented(unpaid, random) },
  { name: "hides every log", make: () => answering(["eth_getLogs"], () => []) },
  {
    name: "hides some logs",
    make: (random) => answering(["eth_getLogs"], (_call, logs) => (Array.isArray(logs) ? logs.filter(() => random.chance(0.5)) : logs)),
  },
  {
    name: "serves another chain",
    make: () => answering(["eth_chainId"], () => "0x1"),
  },
  { name: "has other blocks under the right chain's id", make: () => withOtherHashes(() => true) },
  { name: "calls the newest block final", make: () => mark("finalized", "latest") },
  { name: "calls the newest block safe", make: () => mark("safe", "latest") },
  {
    name: "has other hashes at one height of four",
    make: (random) => {
      const rest = BigInt(random.between(0, 3));
      return withOtherHashes((height) => height % 4n === rest);
    },
  },
  { name: "shows a reorganization that no one else sees", make: (random) => ownBranch(BigInt(random.between(1, 20))) },
  { name: "has blocks that no one has mined", make: (random) => ahead(BigInt(random.between(1, 500))) },
  {
    name: "tells other times",
    make: (random) => {
      const seconds = random.between(-7_200, 7_200) || 60;
      return changing(blocks, (block) => ({ ...block, timestamp: numberToHex(Number(block["timestamp"]) + seconds) }));
    },
  },
  {
    name: "tells ten times the amount",
    make: () => {
      const more = (log: unknown) => (isThing(log) ? { ...log, data: numberToHex(BigInt(String(log["data"])) * 10n, { size: 32 }) } : log);
      const isEmpty = (log: Thing) => log["data"] === "0x";
      return changing(["eth_getLogs", "eth_getTransactionReceipt"], (thing) =>
        Array.isArray(thing["logs"]) ? { ...thing, logs: thing["logs"].map(more) } : isEmpty(thing) ? thing : more(thing),
      );
    },
  },
  {
    name: "swaps what a transfer says it is for",
    make: (_random, { binding }) =>
      changing(["eth_getTransactionByHash"], (tx) => ({
        ...tx,
        input: concatHex([`0x${String(tx["input"]).slice(2, 138)}`, calldataSuffix(binding)]),
      })),
  },
  {
    name: "says that every call succeeds with yes",
    make: () => answering(["eth_call"], () => numberToHex(1, { size: 32 })),
  },
  {
    name: "lags behind",
    make: (random) => {
      const lag = random.between(1, 20);
      return { answer: (call, forward) => answerLagging(call, lag, forward) };
    },
  },
  { name: "is many nodes that lag each other, one for each request", make: (random) => flapping(random, "request") },
  { name: "is many nodes that lag each other, one for each question", make: (random) => flapping(random, "question") },
  { name: "stands still", make: () => stuck() },
  {
    name: "has forgotten what is safe and final",
    make: () => {
      const [safe, finalized] = [mark("safe", "0x0"), mark("finalized", "0x0")];
      return { answer: (call, forward) => ((isTagged("safe", call.params) ? safe : finalized).answer ?? honest)(call, forward) };
    },
  },
  { name: "has no receipts", make: () => nothing(["eth_getTransactionReceipt"]) },
  { name: "has no transactions", make: () => nothing(["eth_getTransactionByHash"]) },
  { name: "lacks blocks now and then", make: (random) => nothing(blocks, () => random.chance(0.5)) },
  {
    name: "tells each log twice and in the wrong order",
    make: () => answering(["eth_getLogs"], (_call, logs) => (Array.isArray(logs) ? [...logs, ...logs].reverse() : logs)),
  },
  { name: "is slow", make: (random) => ({ delayMs: random.between(1_600, 3_000) }) },
  { name: "has had too many requests", make: () => away(429, '{"error":"too many requests"}') },
  { name: "is out of order", make: (random) => away(random.between(500, 504), "") },
  { name: "answers with something else", make: () => away(200, "<html>all is well</html>") },
  { name: "hangs up", make: () => ({ hangUp: true }) },
  { name: "loses parts of its answers", make: (random) => ({ loses: () => random.chance(0.5) }) },
];
