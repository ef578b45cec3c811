import { billFor } from "@hearth/domain/autopay/bills";
import { type VoidReason, whyVoid } from "@hearth/domain/autopay/cheques";
import type { DatabaseOrTransaction } from "@hearth/db/client";
import { isTenantOn, type LeaseToPay, readLeasesToPay, staysOf } from "../rent/bills/bills.service.ts";
import { provenAddresses } from "../wallet/wallet.service.ts";
import type { ChequeRow } from "./cheques.repo.ts";

/** How things stand for a cheque, read anew. */
export interface Judgement {
  lease: LeaseToPay;
  /** The charge that it pays, or null where its month is not charged yet. */
  chargeId: string | null;
  reason: VoidReason | null;
}

/** Whether a cheque still stands for exactly what is owed, to whom it is owed, from a wallet of its payer's. */
export async function judgeCheque(db: DatabaseOrTransaction, cheque: ChequeRow, now: Date): Promise<Judgement> {
  const [lease] = await readLeasesToPay(db, [cheque.leaseId], now);
  if (lease === undefined) throw new Error("A cheque's lease was not found");
  const lastDay = (await staysOf(db, cheque.payerId, now)).get(cheque.leaseId);
  const wallets = await provenAddresses(db, cheque.payerId);
  return judgeWith(lease, cheque, { isTenant: isTenantOn(lastDay, cheque.dueOn), wallets });
}

/** Whether a cheque still stands for exactly what is owed, with what is known of its lease and its payer already. */
export function judgeWith(
  lease: LeaseToPay,
  cheque: ChequeRow,
  { isTenant, wallets }: { isTenant: boolean; wallets: readonly string[] },
): Judgement {
  const bill = billFor(lease.billed, cheque.period);
  const payeeId = lease.payee?.id ?? null;
  const reason = whyVoid(cheque, { bill, payeeId, isTenant, hasWallet: wallets.includes(cheque.fromAddress) });
  return { lease, chargeId: typeof bill === "string" ? null : bill.chargeId, reason };
}
