import type { DatabaseOrTransaction } from "@hearth/db/client";
import {
  type BrokenFigure,
  findStretchEnd,
  listBrokenFigures,
  listBrokenFiguresOfPayments,
  listBrokenSpans,
  listScopes,
} from "./recounted-figures.repo.ts";

/** Payments per section; a section ends at a quarter of an hour. */
const paymentsAtOnce = 5_000;
/** Merchants whose figures are compared with their parts per statement. */
const merchantsAtOnce = 100;

/** Result of checking one section. `next` is where to continue, or null at the end. */
interface Stretch {
  broken: string[];
  next: string | null;
}

/** Recounts the figures of the quarter hours in which these payments began. Returns one sentence per difference. */
export async function listBrokenFiguresOf(db: DatabaseOrTransaction, paymentIds: string[]): Promise<string[]> {
  return (await listBrokenFiguresOfPayments(db, paymentIds)).map(describe);
}

/** Recounts a section of time, for every merchant and in total. `after` is its beginning; null for the beginning of time. */
export async function checkFigureStretch(db: DatabaseOrTransaction, after: string | null): Promise<Stretch> {
  const end = await findStretchEnd(db, after, paymentsAtOnce);
  return { broken: (await listBrokenFigures(db, after, end)).map(describe), next: end };
}

/** Checks, merchant by merchant, that the figures of longer spans are the sums of their quarter hours. */
export async function checkFigureSpans(db: DatabaseOrTransaction, after: string | null): Promise<Stretch> {
  const scopes = await listScopes(db, after, merchantsAtOnce);
  const rows = await listBrokenSpans(db, scopes);
  return { broken: rows.map(describe), next: scopes.length < merchantsAtOnce ? null : (scopes.at(-1) ?? null) };
}

function describe({ scope, span, kind, start, kept, counted }: BrokenFigure): string {
  return `The figure ${kind} of ${scope} (${span} of ${start}) is ${kept}, but counting comes to ${counted}`;
}
