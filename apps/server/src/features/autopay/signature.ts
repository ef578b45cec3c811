import type { SignedTransferAuthorization } from "@hearth/chain/usdc";
import { centsToUsdcUnits } from "@hearth/domain/money";
import type { Deps } from "../../deps.ts";
import type { ScheduledPaymentRow } from "./scheduled-payments.repo.ts";

/** Encryption context of a scheduled payment's signature. */
export function scheduledPaymentContext(scheduledPaymentId: string): string {
  return `cheque ${scheduledPaymentId}`;
}

/** Builds the authorization of a scheduled payment with a signature. */
export function authorizationOf(scheduledPayment: ScheduledPaymentRow, signature: `0x${string}`): SignedTransferAuthorization {
  return {
    from: scheduledPayment.fromAddress,
    to: scheduledPayment.toAddress,
    usdcUnits: centsToUsdcUnits(scheduledPayment.cents),
    validAfter: BigInt(scheduledPayment.validAfter),
    validBefore: BigInt(scheduledPayment.validBefore),
    nonce: scheduledPayment.binding,
    signature,
  };
}

/** Decrypts the stored signature and builds the authorization. @throws Error without a signature. */
export function readAuthorization(
  { encryption }: Pick<Deps, "encryption">,
  scheduledPayment: ScheduledPaymentRow,
): SignedTransferAuthorization {
  if (scheduledPayment.encryptedSignature === null) throw new Error("This scheduled payment has no signature");
  const signature = encryption.decrypt(scheduledPayment.encryptedSignature, scheduledPaymentContext(scheduledPayment.id));
  return authorizationOf(scheduledPayment, `0x${signature.slice(2)}`);
}
