import type { SignedTransferAuthorization } from "@hearth/chain/usdc";
import { centsToUsdcUnits } from "@hearth/domain/money";
import type { Deps } from "../../deps.ts";
import type { ChequeRow } from "./cheques.repo.ts";

/** What a cheque's signature is encrypted for, so that it is decrypted for nothing else. */
export function chequeContext(chequeId: string): string {
  return `cheque ${chequeId}`;
}

/** What its payer signed, or is to sign. */
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

/** What a cheque's payer signed, with the signature that is kept. @throws Error for a cheque that has none. */
export function readAuthorization({ encryption }: Pick<Deps, "encryption">, cheque: ChequeRow): SignedTransferAuthorization {
  if (cheque.encryptedSignature === null) throw new Error("This cheque has no signature");
  const signature = encryption.decrypt(cheque.encryptedSignature, chequeContext(cheque.id));
  return authorizationOf(cheque, `0x${signature.slice(2)}`);
}
