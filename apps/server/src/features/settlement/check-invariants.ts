import { applyPaymentEvent, type PaymentState } from "@hearth/domain/payments/rules";
import type { DatabaseOrTransaction } from "@hearth/db/client";
import {
  loadEventsForReplay,
  listBrokenCredits,
  listBrokenJournals,
  listBrokenParts,
  listBrokenRefunds,
  listBrokenReturns,
  listBrokenWallets,
  listPaymentStates,
} from "./invariants.repo.ts";

/** How many payments' events are read at once. */
const batch = 1_000;

/**
 * Reads the whole state and answers one sentence per contradiction; nothing at all is what it should answer. What the constraints make
 * impossible is not asked again.
 */
export async function checkInvariants(db: DatabaseOrTransaction): Promise<string[]> {
  const broken = await checkMoney(db);
  let after: string | null = null;
  for (;;) {
    const states = await listPaymentStates(db, after, batch);
    if (states.length === 0) return broken;
    const events = await loadEventsForReplay(
      db,
      states.map((state) => state.id),
    );
    for (const state of states) {
      const replayed = replay(events.get(state.id) ?? []);
      if (replayed?.status !== state.status || replayed.oddity !== state.oddity) {
        broken.push(
          `Payment ${state.id} is ${state.status} (${state.oddity}), but its events say ${replayed?.status} (${replayed?.oddity})`,
        );
      }
    }
    after = states.at(-1)?.id ?? null;
  }
}

/** What the transfers, the payments, the refunds and the journal say of each other. */
async function checkMoney(db: DatabaseOrTransaction): Promise<string[]> {
  const [credits, parts, refunds, wallets, journals, returns] = await Promise.all([
    listBrokenCredits(db),
    listBrokenParts(db),
    listBrokenRefunds(db),
    listBrokenWallets(db),
    listBrokenJournals(db),
    listBrokenReturns(db),
  ]);
  return [
    ...credits.map((row) => `Payment ${row.id} counts transfer ${row.transferId}, but ${row.problem}`),
    ...parts.map((row) => `Payment ${row.id}: ${row.problem}`),
    ...refunds.map((row) => `Refund ${row.id} counts transfer ${row.transferId}, but ${row.problem}`),
    ...wallets.map((row) => `The journal moves ${row.posted} units at ${row.wallet} in block ${row.block}, its transfers ${row.kept}`),
    ...journals.map((row) => `Payment ${row.id}: ${row.problem}`),
    ...returns.map((row) => `Transfer ${row.id}: ${row.problem}`),
  ];
}

type ReplayEvent = Parameters<typeof applyPaymentEvent>[1];

/** The state that events lead to, or null where one of them could not have happened. */
export function replay(events: ReplayEvent[]): PaymentState | null {
  let state: PaymentState | null = null;
  for (const event of events) {
    state = applyPaymentEvent(state, event);
    if (state === null) return null;
  }
  return state;
}
