import { allTransfersTo, type BlockRef, type ChainReader, type ReceiptRef } from "./chain-reader.ts";
import type { AuthorizationResult, AuthorizationName } from "./authorization-fates.ts";
import { ChainUnavailable, ChainUnsure } from "./chain-errors.ts";
import type { ObservedTransfer } from "./observed-transfer.ts";
import type { Stretch } from "./transfer-scan.ts";
import { createPanel, type PanelOptions, type ProviderPanel, type ProviderAnswer } from "./provider-panel.ts";

export interface QuorumOptions extends PanelOptions {
  /** The server's clock. Distinguishes a stalled provider from a stalled chain. */
  now?: () => Date;
}

/** A provider is stalled, and counts as away, if its newest block is this much older than the newest of all and than the clock. */
const stuckAfterMs = 60_000;
/** Maximum time that a newest block may be ahead of the clock to be believed. */
const clocksApartMs = 30_000;

/**
 * Combines several providers' readers into one reader that requires them to agree.
 *
 * A failed provider is ignored, whatever the reason. The remaining answers must agree; otherwise ChainUnsure names who contradicts whom. So
 * a provider that is away blocks nothing, and one that lies completes nothing while another one answers. Whether one answer is enough is
 * not decided here: `countConfirmingProviders` counts them, and the network's policy says how many a payment needs. A single reader is returned
 * unchanged.
 *
 * Cost: that of one reader for each provider, plus one block for each provider whose newest block is above the lowest.
 */
export function createQuorumReader(readers: readonly ChainReader[], options: QuorumOptions = {}): ChainReader {
  const [first, ...others] = readers;
  if (first === undefined) throw new RangeError("A quorum has at least one reader.");
  if (others.length === 0) return first;
  const { now = () => new Date() } = options;
  const panel = createPanel(readers, options);
  const agreed = async <T>(subject: string, question: (reader: ChainReader) => Promise<T>, keyOf: (value: T) => string = asKey) =>
    agree(subject, await panel.ask(question), keyOf);
  const transfersInvolving: ChainReader["transfersInvolving"] = async (ends, from, to, choose) =>
    agreeOnStretch(from, await panel.ask((reader) => reader.transfersInvolving(ends, from, to, choose)));
  return {
    network: first.network,
    providers: readers.flatMap(({ providers }) => providers),
    head: async () => agreeOnLowest(panel, "the newest block", withoutStuck(await panel.ask((reader) => reader.head()), now())),
    block: async (heightOrTag) => {
      const known = (await panel.ask((reader) => reader.block(heightOrTag))).flatMap(withoutNull);
      if (known.length === 0) return null;
      return typeof heightOrTag === "bigint"
        ? agree(`block ${heightOrTag}`, known)
        : agreeOnLowest(panel, `the ${heightOrTag} block`, known);
    },
    transfersTo: (addresses, from, to) => allTransfersTo(transfersInvolving, addresses, from, to),
    transfersInvolving,
    transfersInTx: (hash) => agreed(`transaction ${hash}`, (reader) => reader.transfersInTx(hash), keyOfTransfers),
    receipt: async (hash) => agreeOnReceipt(hash, await panel.ask((reader) => reader.receipt(hash))),
    countConfirmingProviders: async (transfer, rule) => {
      const counts = await panel.ask((reader) => reader.countConfirmingProviders(transfer, rule));
      return counts.reduce((sum, { value }) => sum + value, 0);
    },
    isBlacklisted: (address) => agreed(`whether ${address} is blacklisted`, (reader) => reader.isBlacklisted(address)),
    balanceOf: (address) => panel.first((reader) => reader.balanceOf(address)),
    nativeBalanceOf: (address) => panel.first((reader) => reader.nativeBalanceOf(address)),
    hasCode: (address) => agreed(`the code of ${address}`, (reader) => reader.hasCode(address)),
    verifyMessage: (input) => agreed(`a signature of ${input.address}`, (reader) => reader.verifyMessage(input)),
    verifyTypedData: (input) => agreed(`a signature of ${input.address}`, (reader) => reader.verifyTypedData(input)),
    authorizationState: (from, nonce, blockNumber) =>
      agreed(`an authorization of ${from}`, (reader) => reader.authorizationState(from, nonce, blockNumber)),
    authorizationResults: async (auths, from, to) =>
      agreeOnFates(auths, await panel.ask((reader) => reader.authorizationResults(auths, from, to))),
    simulateAuthorization: async (auth, blockNumber) => {
      const answers = await panel.ask((reader) => reader.simulateAuthorization(auth, blockNumber));
      // One acceptance is enough, and a refusal needs all: a provider that lags a few blocks does not see money that the payer has received
      // since.
      return answers.find(({ value }) => value.ok)?.value ?? agree(`an authorization of ${auth.from}`, answers);
    },
    simulateAuthorizationAt: async (auth, time) => {
      const answers = await panel.ask((reader) => reader.simulateAuthorizationAt(auth, time));
      return answers.find(({ value }) => value.ok)?.value ?? agree(`an authorization of ${auth.from}`, answers);
    },
  };
}

/** Returns the answer that all gave. @throws ChainUnsure if they differ. */
function agree<T>(question: string, answers: ProviderAnswer<T>[], keyOf: (value: T) => string = asKey): T {
  const sides = Map.groupBy(answers, ({ value }) => keyOf(value));
  const [only, ...others] = answers;
  if (only === undefined) throw new ChainUnsure(`No provider knows ${question}.`);
  if (others.length === 0 || sides.size === 1) return only.value;
  const names = [...sides.values()].map((side) => side.flatMap(({ by }) => by.providers).join(", "));
  throw new ChainUnsure(`The providers contradict each other on ${question}: ${names.join(" against ")}.`);
}

/** Returns the lowest of several blocks, if every provider that has a block at its height has the same one. */
async function agreeOnLowest(panel: ProviderPanel, question: string, answers: ProviderAnswer<BlockRef>[]): Promise<BlockRef> {
  const lowest = answers.reduce((low, { value }) => (value.number < low.number ? value : low), firstOf(answers).value);
  const above = answers.filter(({ value }) => value.number > lowest.number).map(({ by }) => by);
  const below = above.length === 0 ? [] : await panel.ask((reader) => reader.block(lowest.number), above).catch(noAnswers);
  return agree(question, [...answers.filter(({ by }) => !above.includes(by)), ...below.flatMap(withoutNull)]);
}

/** No other provider has the block now, so the one that named it is enough. */
function noAnswers(failure: unknown): [] {
  if (failure instanceof ChainUnavailable) return [];
  throw failure;
}

function withoutStuck(heads: ProviderAnswer<BlockRef>[], now: Date): ProviderAnswer<BlockRef>[] {
  const times = heads.map(({ value }) => value.time.getTime()).filter((time) => time <= now.getTime() + clocksApartMs);
  const newest = Math.min(Math.max(...times), now.getTime());
  const moving = heads.filter(({ value }) => newest - value.time.getTime() <= stuckAfterMs);
  return moving.length === 0 ? heads : moving;
}

/** Reading less far is no contradiction: all must agree up to where the slowest has read. */
function agreeOnStretch(from: bigint, answers: ProviderAnswer<Stretch>[]): Stretch {
  const upTo = answers.reduce((lowest, { value }) => (value.upTo < lowest ? value.upTo : lowest), firstOf(answers).value.upTo);
  const upToThere = answers.map(({ by, value }) => ({ by, value: value.transfers.filter(({ blockNumber }) => blockNumber <= upTo) }));
  const isWhole = answers.every(({ value }) => value.isWhole);
  return { transfers: agree(`the transfers of blocks ${from} to ${upTo}`, upToThere, keyOfTransfers), upTo, isWhole };
}

/** A receipt counts if all that answer have it. A provider without it may lag, and a single one with it may have made it up. */
function agreeOnReceipt(hash: string, answers: ProviderAnswer<ReceiptRef | null>[]): ReceiptRef | null {
  const known = answers.flatMap(withoutNull);
  return known.length < answers.length ? null : agree(`the receipt of ${hash}`, known);
}

/** A log counts if all that answer have it, as for a receipt. */
function agreeOnFates(auths: AuthorizationName[], answers: ProviderAnswer<AuthorizationResult[]>[]): AuthorizationResult[] {
  return auths.map(({ from }, place) => {
    const each = answers.map(({ by, value }) => ({ by, value: value[place] ?? null }));
    const known = each.flatMap(withoutNull);
    return known.length < each.length ? null : agree(`an authorization of ${from}`, known);
  });
}

function withoutNull<T>({ by, value }: ProviderAnswer<T | null>): ProviderAnswer<T>[] {
  return value === null ? [] : [{ by, value }];
}

function firstOf<T>(list: T[]): T {
  const [first] = list;
  if (first === undefined) throw new ChainUnsure("No provider answered.");
  return first;
}

/** Key of all transfers with all their fields, in any order. */
function keyOfTransfers(transfers: ObservedTransfer[]): string {
  return transfers.map(asKey).toSorted().join("\n");
}

function asKey(value: unknown): string {
  return JSON.stringify(value, (_name, part: unknown) => (typeof part === "bigint" ? `${part}n` : part));
}
