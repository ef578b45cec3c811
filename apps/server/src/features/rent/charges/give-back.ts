import type { DatabaseOrTransaction } from "@hearth/db/client";
import { listChargesOfPayment } from "../rows/deposits.repo.ts";

/** A charge that a payment pays, with how many cents of it. */
export type PaidChargeRow = Awaited<ReturnType<typeof listChargesOfPayment>>[number];

/** The charges of its lease that a payment pays, the last due first; at most a hundred. */
export const listPaidCharges = (db: DatabaseOrTransaction, paymentId: string): Promise<PaidChargeRow[]> =>
  listChargesOfPayment(db, paymentId);
