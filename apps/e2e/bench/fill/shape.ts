import { hash } from "node:crypto";

/** Size and time range of the data. */
export interface Shape {
  payments: number;
  payers: number;
  landlords: number;
  /** Time of the newest payment, in ms since the epoch. */
  newest: number;
  /** Time between two payments, in ms. */
  stepMs: number;
  /** The height of the chain at the time of the newest payment. */
  head: number;
}

/** Approximate number of payments in a running demo. */
export const demoSize = 1_000;

const paymentsOfOne = 40;
const monthMs = 30 * 86_400_000;
const blockMs = 2_000;

/**
 * Returns the shape for a number of payments: each payer pays once a month for forty months. A million payments are those of 25,000 payers
 * at 500 landlords.
 */
export function shapeOf(payments: number, now: Date, head: number): Shape {
  const payers = Math.min(25_000, Math.max(20, Math.round(payments / paymentsOfOne)));
  const landlords = Math.min(500, Math.max(5, Math.round(payments / 2_000)));
  const newest = now.getTime() - 3_600_000;
  return { payments, payers, landlords, newest, stepMs: (paymentsOfOne * monthMs) / payments, head };
}

/** Returns a deterministic pseudo-random number below the bound. */
export function chance(number: number, bound: number): number {
  let bits = Math.imul(number ^ 0x9e37_79b9, 0x85eb_ca6b);
  bits = Math.imul(bits ^ (bits >>> 13), 0xc2b2_ae35);
  return ((bits ^ (bits >>> 16)) >>> 0) % bound;
}

/** A number for each kind of row, so that no two rows have the same id. */
export const kinds = {
  user: 1,
  owner: 2,
  merchant: 3,
  payee: 4,
  wallet: 5,
  payment: 6,
  transfer: 7,
  received: 8,
  credited: 9,
  refund: 10,
  giveBack: 11,
  sent: 12,
  returned: 13,
  dispute: 14,
  stranger: 15,
  receivedFromStranger: 16,
} as const;

/** Returns a UUIDv7 for a time, derived from the row's kind and number. */
export function idOf(kind: number, at: number, number: number): string {
  const time = Math.floor(at).toString(16).padStart(12, "0");
  return `${time.slice(0, 8)}-${time.slice(8)}-7${kind.toString(16).padStart(3, "0")}-8000-${number.toString(16).padStart(12, "0")}`;
}

/** Returns 128 hex digits derived from the words. */
export function digitsOf(word: string): string {
  return hash("sha512", word);
}

/** Returns the landlord of a payer: every fifth has the first landlord, the others one of the rest. */
export function landlordOf({ landlords }: Shape, payer: number): number {
  return payer % 5 === 0 ? 0 : 1 + chance(payer, landlords - 1);
}

/** Returns the block at a time, counted back from the newest. */
export function blockAt({ newest, head }: Shape, at: number): number {
  return head - Math.ceil((newest - at) / blockMs);
}

/** Returns a block's hash for the ledger. No real block has it. */
export function blockHash(block: number): string {
  return `0x${block.toString(16).padStart(64, "0")}`;
}

/** Formats a time for PostgreSQL. */
export function instant(at: number): string {
  return new Date(Math.floor(at)).toISOString();
}
