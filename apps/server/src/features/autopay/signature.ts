import type { SignedTransferAuthorization } from "@hearth/chain/usdc";
import { centsToUsdcUnits } from "@hearth/domain/money";
import type { Deps } from "../../deps.ts";
import type { ChequeRow } from "./cheques.repo.ts";

/** Encryption context of a scheduled payment's signature. */
export function chequeContext(chequeId: string): string {
  return `cheque ${chequeId}`;
}

/** Builds the authorization of a scheduled payment with a signature. */
export function authorizationOf(cheque: ChequeRow, signature: `0x${string}`): SignedTransferAuthorization {
  return {
    from: cheque.fromAddress,
    to: cheque.toAddress,
    usdcUnits: centsToUsdcUnits(cheque.cents),
    validAfter: BigInt(cheque.validAfter),
    validBefore: BigInt(cheque.validBefore),
    nonce: cheque.binding,
    signature,
  };
}

/** Decrypts the stored signature and builds the authorization. @throws Error without a signature. */
export function readAuthorization({ encryption }: Pick<Deps, "encryption">, cheque: ChequeRow): SignedTransferAuthorization {
  if (cheque.encryptedSignature === null) throw new Error("This scheduled payment has no signature");
  const signature = encryption.decrypt(cheque.encryptedSignature, chequeContext(cheque.id));
  return authorizationOf(cheque, `0x${signature.slice(2)}`);
}
