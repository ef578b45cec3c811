import { applyPaymentEvent, type PaymentState } from "@hearth/domain/payments/rules";
import type { DatabaseOrTransaction } from "@hearth/db/client";
import { listBrokenFiguresOf } from "../../figures/check-figures.ts";
import { checkWholeState, type Rule } from "./check-state.ts";
import {
  listBrokenCredits,
  listBrokenJournals,
  listBrokenParts,
  listBrokenRefunds,
  listBrokenReturns,
  listBrokenWallets,
  listForeignMoney,
  listMisdirectedRefunds,
  listOwnerlessMoney,
  listPaymentStates,
  loadEventsForReplay,
} from "./invariants.repo.ts";

/**
 * Consistency rules between payments, transfers, refunds and the journal. Each rule returns one sentence per contradiction in the rows it
 * is given. Database constraints cover the rest, so the rules do not repeat them.
 */
export const ledgerRules: Rule[] = [
  {
    of: "payments",
    check: async (db, ids) => {
      const rows = await listBrokenCredits(db, ids);
      return rows.map((row) => `Payment ${row.id} counts transfer ${row.transferId}, but ${row.problem}`);
    },
  },
  {
    of: "payments",
    check: async (db, ids) => {
      const rows = await listForeignMoney(db, ids);
      return rows.map((row) => `Payment ${row.id} has transfer ${row.transfer}, but ${row.problem}`);
    },
  },
  { of: "payments", check: async (db, ids) => (await listBrokenParts(db, ids)).map((row) => `Payment ${row.id}: ${row.problem}`) },
  { of: "payments", check: async (db, ids) => (await listBrokenJournals(db, ids)).map((row) => `Payment ${row.id}: ${row.problem}`) },
  { of: "payments", check: checkEvents },
  { of: "payments", check: listBrokenFiguresOf },
  {
    of: "refunds",
    check: async (db, ids) => {
      const rows = await listBrokenRefunds(db, ids);
      return rows.map((row) => `Refund ${row.id} counts transfer ${row.transferId}, but ${row.problem}`);
    },
  },
  {
    of: "refunds",
    check: async (db, ids) => (await listMisdirectedRefunds(db, ids)).map(({ id, problem }) => `Refund ${id} goes to a wallet ${problem}`),
  },
  {
    of: "transfers",
    check: async (db, ids) => {
      const rows = await listBrokenWallets(db, ids);
      return rows.map((row) => `The journal moves ${row.posted} units at ${row.wallet} in block ${row.block}, its transfers ${row.kept}`);
    },
  },
  { of: "transfers", check: async (db, ids) => (await listBrokenReturns(db, ids)).map((row) => `Transfer ${row.id}: ${row.problem}`) },
  { of: "transfers", check: async (db, ids) => (await listOwnerlessMoney(db, ids)).map((row) => `Transfer ${row.id}: ${row.problem}`) },
];

/** Checks the whole ledger and returns one sentence per contradiction. An empty list means that the ledger is consistent. */
export async function checkInvariants(db: DatabaseOrTransaction): Promise<string[]> {
  return checkWholeState(db, ledgerRules);
}

/** Checks that each payment's status and oddity match a replay of its events. */
async function checkEvents(db: DatabaseOrTransaction, ids: string[]): Promise<string[]> {
  const [states, events] = await Promise.all([listPaymentStates(db, ids), loadEventsForReplay(db, ids)]);
  return states.flatMap((state) => {
    const replayed = replay(events.get(state.id) ?? []);
    if (replayed?.status === state.status && replayed.oddity === state.oddity) return [];
    return [`Payment ${state.id} is ${state.status} (${state.oddity}), but its events say ${replayed?.status} (${replayed?.oddity})`];
  });
}

type ReplayEvent = Parameters<typeof applyPaymentEvent>[1];

/** Replays events into a payment state. Returns null when one of the events was not possible in its state. */
export function replay(events: ReplayEvent[]): PaymentState | null {
  let state: PaymentState | null = null;
  for (const event of events) {
    state = applyPaymentEvent(state, event);
    if (state === null) return null;
  }
  return state;
}
