import type { Database } from "@hearth/db/client";
import { makeMerchant, makeWallet } from "@hearth/db/testing/factories";
import type { PaymentRow } from "@hearth/db/testing/payment-factories";
import { makeChainBlock, makeChainCursor } from "@hearth/db/testing/record-factories";
import type { OnrampTransaction } from "@hearth/exchange/provider";
import { sql } from "drizzle-orm";
import { AsyncLocalStorage } from "node:async_hooks";
import type { Deps } from "../deps.ts";
import type { Refunder } from "../features/refunds/refunder.ts";
import type { Actor } from "../trpc/context.ts";
import { type Harness, startHarness } from "./harness.ts";
import type { Model, ModelPayment } from "./ledger-model.ts";
import { ModelChain, type ModelTransaction } from "./model-chain.ts";
import type { Setting } from "./settlement-steps.ts";

type Address = `0x${string}`;

/** A merchant of the histories. */
export interface Landlord {
  id: string;
  ownerId: string;
  wallet: Address;
}

/** Shared by all histories of a file: a server, a chain in memory, and two merchants, one of them paid at an exchange. */
export interface World {
  harness: Harness;
  chain: ModelChain;
  landlord: Landlord;
  landlordAtExchange: Landlord;
  /** The onramp's transactions of each order, by the order's reference there. */
  purchases: Map<string, OnrampTransaction[]>;
  /** The chain's methods that the product called inside a transaction, while it held row locks. */
  askedWhileHolding: Set<string>;
  /** A unique number. */
  next(): number;
  /** Kills the next process at the end of its first transaction, before the commit. */
  killNext(isMeant: boolean): void;
}

/** The origin of the calls in every history. */
export const origin = { requestId: "x", ip: "", userAgent: null };

/** The state of a history that acts read and change. */
export interface Scene {
  readonly model: Model;
  readonly deps: Deps;
  readonly world: World;
  readonly setting: Setting;
  readonly landlord: Landlord;
  readonly leaseId: string;
  /** The height at which the history begins. */
  readonly start: bigint;
  /** The person who refunds for the landlord. */
  readonly refunder: Refunder;
  /** True when anything was submitted to a relayer. */
  hasRelays: boolean;
  /** True when a person or a provider has decided something since the jobs ran last. */
  hasDecided: boolean;
  payment(index: number): ModelPayment;
  /** Mines a block with transactions, and with pending transactions of relayers. */
  mineAll(transactions: ModelTransaction[]): void;
  /** Adds a payment that the product has opened for a signature to the model. Returns its index. */
  openedFor(payment: PaymentRow, nonce: string): number;
  payerOf(index: number): { id: string; wallet: Address };
  actor(userId: string, role: Actor["role"]): Actor;
}

/** The error of a lost connection, as in a killed process. */
export class Killed extends Error {
  readonly code = "CONNECTION_CLOSED";
}

/** Starts the shared world. Close its harness at the end. */
export async function openWorld(): Promise<World> {
  // Counting fails on purpose in some histories, which would fill the log.
  const harness = await startHarness({ env: { RATE_LIMITS: "off" }, onLog: () => {} });
  const { db, clock, deps } = harness;
  const chain = new ModelChain(clock.now());
  let isToKill = false;
  const world: World = {
    harness,
    chain,
    landlord: await openLandlord(db, false),
    landlordAtExchange: await openLandlord(db, true),
    purchases: new Map(),
    askedWhileHolding: new Set(),
    next: (() => {
      let last = 0;
      return () => (last += 1);
    })(),
    killNext: (isMeant) => (isToKill = isMeant),
  };
  const transactions = new AsyncLocalStorage<true>();
  const killable = new Proxy(db, {
    get: (target, name, receiver) => {
      if (name !== "transaction") return Reflect.get(target, name, receiver);
      return (work: Parameters<Database["transaction"]>[0]) =>
        target.transaction(async (tx) => {
          const done = await transactions.run(true, () => work(tx));
          if (!isToKill) return done;
          isToKill = false;
          throw new Killed();
        });
    },
  });
  const reader = new Proxy(chain.reader(), {
    get: (target, name) => {
      if (transactions.getStore()) world.askedWhileHolding.add(String(name));
      return Reflect.get(target, name);
    },
  });
  const onramp = {
    createSession: async () => ({ url: "" }),
    transactions: async (userRef: string) => world.purchases.get(userRef) ?? [],
  };
  Object.assign(deps, { chain: reader, broadcaster: chain.broadcaster(), onramp, db: killable } satisfies Partial<Deps>);
  const { number, hash, time } = chain.head;
  await makeChainCursor(db, { blockNumber: number, blockHash: hash, blockTime: time, keptNumber: number, keptTime: time });
  await makeChainBlock(db, { number, hash, time });
  await db.execute(sql`create table poisoned (payment_id uuid)`);
  await db.execute(sql`create function refuse_poisoned() returns trigger language plpgsql as $$ begin
    if new.kind = 'credited' and exists (select from poisoned p where p.payment_id = new.payment_id) then raise exception 'poisoned'; end if;
    return new; end $$`);
  await db.execute(sql`create trigger refuse_poisoned before insert on journal_entries for each row execute function refuse_poisoned()`);
  return world;
}

async function openLandlord(db: Database, isAtExchange: boolean): Promise<Landlord> {
  const { merchant, owner, payee } = await makeMerchant(db);
  const wallet = payee?.address ?? "0x";
  if (isAtExchange) await makeWallet(db, { userId: owner.id, kind: "exchange", address: wallet, provenAt: null });
  return { id: merchant.id, ownerId: owner.id, wallet };
}
