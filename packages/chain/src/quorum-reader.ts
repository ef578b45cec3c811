import { allTransfersTo, type BlockRef, type ChainReader, type ReceiptRef } from "./chain-reader.ts";
import type { AuthorizationFate, AuthorizationName } from "./authorization-fates.ts";
import { ChainUnavailable, ChainUnsure } from "./chain-errors.ts";
import type { ObservedTransfer } from "./observed-transfer.ts";
import type { Stretch } from "./transfer-scan.ts";
import { createPanel, type PanelOptions, type ProviderPanel, type Said } from "./provider-panel.ts";

/** How a quorum is asked. */
export interface QuorumOptions extends PanelOptions {
  /** Tells a provider that stands still from a chain that does; the server's clock. */
  now?: () => Date;
}

/** Whoever's newest block is this much older than the newest of all, and than the clock, stands still and is as good as away. */
const stuckAfterMs = 60_000;
/** Nobody's newest block is believed to be more than this ahead of the clock. */
const clocksApartMs = 30_000;

/**
 * One reader made of several providers' readers: what they say must be the same before it is an answer.
 *
 * No answer, whatever its reason, is nobody's voice; what is left must agree, else ChainUnsure names who contradicts whom. So a provider that
 * is away stops nothing, and one that lies completes nothing while another one speaks. Whether one voice is enough is not decided here:
 * `vouchersFor` counts them, and the network's policy says how many a payment needs. One reader alone is given back as it is.
 *
 * Cost: what one reader costs, once per provider; and one block more for each provider whose newest block is above the lowest.
 */
export function createQuorumReader(readers: readonly ChainReader[], options: QuorumOptions = {}): ChainReader {
  const [first, ...others] = readers;
  if (first === undefined) throw new RangeError("A quorum has at least one reader.");
  if (others.length === 0) return first;
  const { now = () => new Date() } = options;
  const panel = createPanel(readers, options);
  const agreed = async <T>(what: string, question: (reader: ChainReader) => Promise<T>, keyOf: (value: T) => string = asKey) =>
    agree(what, await panel.ask(question), keyOf);
  const transfersTouching: ChainReader["transfersTouching"] = async (ends, from, to, choose) =>
    agreeOnStretch(from, await panel.ask((reader) => reader.transfersTouching(ends, from, to, choose)));
  return {
    network: first.network,
    providers: readers.flatMap(({ providers }) => providers),
    head: async () => agreeOnLowest(panel, "the newest block", withoutStuck(await panel.ask((reader) => reader.head()), now())),
    block: async (at) => {
      const known = (await panel.ask((reader) => reader.block(at))).flatMap(withoutNull);
      if (known.length === 0) return null;
      return typeof at === "bigint" ? agree(`block ${at}`, known) : agreeOnLowest(panel, `the ${at} block`, known);
    },
    transfersTo: (addresses, from, to) => allTransfersTo(transfersTouching, addresses, from, to),
    transfersTouching,
    transfersInTx: (hash) => agreed(`transaction ${hash}`, (reader) => reader.transfersInTx(hash), keyOfTransfers),
    receipt: async (hash) => agreeOnReceipt(hash, await panel.ask((reader) => reader.receipt(hash))),
    vouchersFor: async (transfer, rule) => {
      const counts = await panel.ask((reader) => reader.vouchersFor(transfer, rule));
      return counts.reduce((sum, { value }) => sum + value, 0);
    },
    isBlacklisted: (address) => agreed(`whether ${address} is blacklisted`, (reader) => reader.isBlacklisted(address)),
    balanceOf: (address) => panel.first((reader) => reader.balanceOf(address)),
    nativeBalanceOf: (address) => panel.first((reader) => reader.nativeBalanceOf(address)),
    hasCode: (address) => agreed(`the code of ${address}`, (reader) => reader.hasCode(address)),
    verifyMessage: (input) => agreed(`a signature of ${input.address}`, (reader) => reader.verifyMessage(input)),
    verifyTypedData: (input) => agreed(`a signature of ${input.address}`, (reader) => reader.verifyTypedData(input)),
    authorizationState: (from, nonce, at) => agreed(`an authorization of ${from}`, (reader) => reader.authorizationState(from, nonce, at)),
    authorizationFates: async (auths, from, to) =>
      agreeOnFates(auths, await panel.ask((reader) => reader.authorizationFates(auths, from, to))),
    simulateAuthorization: async (auth, at) => {
      const said = await panel.ask((reader) => reader.simulateAuthorization(auth, at));
      // A refusal is everybody's or nobody's: whoever is a few blocks behind does not see what the payer has had since.
      return said.find(({ value }) => value.ok)?.value ?? agree(`an authorization of ${auth.from}`, said);
    },
    foreseeAuthorization: async (auth, time) => {
      const said = await panel.ask((reader) => reader.foreseeAuthorization(auth, time));
      return said.find(({ value }) => value.ok)?.value ?? agree(`an authorization of ${auth.from}`, said);
    },
  };
}

/** The one answer that all gave. @throws ChainUnsure where they gave several. */
function agree<T>(what: string, said: Said<T>[], keyOf: (value: T) => string = asKey): T {
  const sides = Map.groupBy(said, ({ value }) => keyOf(value));
  const [only, ...others] = said;
  if (only === undefined) throw new ChainUnsure(`No provider knows ${what}.`);
  if (others.length === 0 || sides.size === 1) return only.value;
  const names = [...sides.values()].map((side) => side.flatMap(({ by }) => by.providers).join(", "));
  throw new ChainUnsure(`The providers contradict each other on ${what}: ${names.join(" against ")}.`);
}

/** The lowest of several blocks, once everybody who has a block at its height has the same one. */
async function agreeOnLowest(panel: ProviderPanel, what: string, said: Said<BlockRef>[]): Promise<BlockRef> {
  const lowest = said.reduce((low, { value }) => (value.number < low.number ? value : low), firstOf(said).value);
  const above = said.filter(({ value }) => value.number > lowest.number).map(({ by }) => by);
  const below = above.length === 0 ? [] : await panel.ask((reader) => reader.block(lowest.number), above).catch(nobody);
  return agree(what, [...said.filter(({ by }) => !above.includes(by)), ...below.flatMap(withoutNull)]);
}

/** Nobody else has the block just now: then whoever named it speaks alone. */
function nobody(failure: unknown): [] {
  if (failure instanceof ChainUnavailable) return [];
  throw failure;
}

function withoutStuck(heads: Said<BlockRef>[], now: Date): Said<BlockRef>[] {
  const times = heads.map(({ value }) => value.time.getTime()).filter((time) => time <= now.getTime() + clocksApartMs);
  const newest = Math.min(Math.max(...times), now.getTime());
  const moving = heads.filter(({ value }) => newest - value.time.getTime() <= stuckAfterMs);
  return moving.length === 0 ? heads : moving;
}

/** Whoever has read less far is no contradiction: all must have the same up to where the slowest of them has read. */
function agreeOnStretch(from: bigint, said: Said<Stretch>[]): Stretch {
  const upTo = said.reduce((lowest, { value }) => (value.upTo < lowest ? value.upTo : lowest), firstOf(said).value.upTo);
  const upToThere = said.map(({ by, value }) => ({ by, value: value.transfers.filter(({ blockNumber }) => blockNumber <= upTo) }));
  const isWhole = said.every(({ value }) => value.isWhole);
  return { transfers: agree(`the transfers of blocks ${from} to ${upTo}`, upToThere, keyOfTransfers), upTo, isWhole };
}

/** A receipt counts when all who answer have it: whoever lacks it may be behind, and whoever has it alone may have made it up. */
function agreeOnReceipt(hash: string, said: Said<ReceiptRef | null>[]): ReceiptRef | null {
  const known = said.flatMap(withoutNull);
  return known.length < said.length ? null : agree(`the receipt of ${hash}`, known);
}

/** A log counts when all who answer have it, as a receipt does. */
function agreeOnFates(auths: AuthorizationName[], said: Said<AuthorizationFate[]>[]): AuthorizationFate[] {
  return auths.map(({ from }, place) => {
    const each = said.map(({ by, value }) => ({ by, value: value[place] ?? null }));
    const known = each.flatMap(withoutNull);
    return known.length < each.length ? null : agree(`an authorization of ${from}`, known);
  });
}

function withoutNull<T>({ by, value }: Said<T | null>): Said<T>[] {
  return value === null ? [] : [{ by, value }];
}

function firstOf<T>(list: T[]): T {
  const [first] = list;
  if (first === undefined) throw new ChainUnsure("No provider answered.");
  return first;
}

/** Every transfer with all that it says, whatever order they came in. */
function keyOfTransfers(transfers: ObservedTransfer[]): string {
  return transfers.map(asKey).toSorted().join("\n");
}

function asKey(value: unknown): string {
  return JSON.stringify(value, (_name, part: unknown) => (typeof part === "bigint" ? `${part}n` : part));
}
