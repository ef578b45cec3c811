import { billFor } from "@hearth/domain/autopay/bills";
import { type VoidReason, whyVoid } from "@hearth/domain/autopay/cheques";
import type { DatabaseOrTransaction } from "@hearth/db/client";
import { isTenantOn, type LeaseToPay, readLeasesToPay, staysOf } from "../rent/bills/bills.service.ts";
import { provenAddresses } from "../wallet/wallet.service.ts";
import type { ChequeRow } from "./cheques.repo.ts";

/** A scheduled payment compared with the current lease, bill and wallets. */
export interface Judgement {
  lease: LeaseToPay;
  /** The charge that it pays, or null when the month is not charged yet. */
  chargeId: string | null;
  reason: VoidReason | null;
}

/** Checks that a scheduled payment still matches exactly what is owed, to whom, and from a wallet of its payer. */
export async function judgeCheque(db: DatabaseOrTransaction, cheque: ChequeRow, now: Date): Promise<Judgement> {
  const [lease] = await readLeasesToPay(db, [cheque.leaseId], now);
  if (lease === undefined) throw new Error("A scheduled payment's lease was not found");
  const lastDay = (await staysOf(db, cheque.payerId, now)).get(cheque.leaseId);
  const wallets = await provenAddresses(db, cheque.payerId);
  return judgeWith(lease, cheque, { isTenant: isTenantOn(lastDay, cheque.dueOn), wallets });
}

/** Does the same with the lease and payer already loaded. */
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
