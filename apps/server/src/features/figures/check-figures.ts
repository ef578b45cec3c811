import type { DatabaseOrTransaction } from "@hearth/db/client";
import {
  type BrokenFigure,
  findStretchEnd,
  listBrokenFigures,
  listBrokenFiguresOfPayments,
  listBrokenSpans,
  listScopes,
} from "./recounted-figures.repo.ts";

/** A stretch of the figures holds the quarters of an hour of so many payments. */
const paymentsAtOnce = 5_000;
/** So many merchants' figures are compared with their parts by one statement. */
const merchantsAtOnce = 100;

/** What was found, and where to go on; null at the end. */
interface Stretch {
  broken: string[];
  next: string | null;
}

/** Whether the figures of the quarters of an hour in which these payments began are what counting comes to; one sentence for each that is not. */
export async function listBrokenFiguresOf(db: DatabaseOrTransaction, paymentIds: string[]): Promise<string[]> {
  return (await listBrokenFiguresOfPayments(db, paymentIds)).map(inWords);
}

/** Whether a stretch of time has the figures that counting comes to, of every merchant and of everybody; it begins at a moment, or at the beginning of all. */
export async function checkFigureStretch(db: DatabaseOrTransaction, after: string | null): Promise<Stretch> {
  const end = await findStretchEnd(db, after, paymentsAtOnce);
  return { broken: (await listBrokenFigures(db, after, end)).map(inWords), next: end };
}

/** Whether the figures of longer spans are the sums of those of quarters of an hour, merchant after merchant. */
export async function checkFigureSpans(db: DatabaseOrTransaction, after: string | null): Promise<Stretch> {
  const scopes = await listScopes(db, after, merchantsAtOnce);
  const rows = await listBrokenSpans(db, scopes);
  return { broken: rows.map(inWords), next: scopes.length < merchantsAtOnce ? null : (scopes.at(-1) ?? null) };
}

function inWords({ scope, span, kind, start, kept, counted }: BrokenFigure): string {
  return `The figure ${kind} of ${scope} (${span} of ${start}) says ${kept}, and counting comes to ${counted}`;
}
