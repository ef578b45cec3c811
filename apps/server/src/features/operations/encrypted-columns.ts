import { scheduledPaymentContext } from "../autopay/signature.ts";
import { mailTokenContext } from "../notifications/notify.ts";
import { secretContext } from "../auth/factors/prove-second-factor.ts";
import { tokensContext } from "../exchange/access-token.ts";
import { verifierContext } from "../exchange/link-account.ts";

/** A column of encrypted texts, each encrypted for a context derived from another column of the row. */
export interface EncryptedColumn {
  table: string;
  column: string;
  owner: string;
  contextOf: (owner: string) => string;
}

/** Every encrypted column of the database. */
export const encryptedColumns: EncryptedColumn[] = [
  { table: "second_factors", column: "sealed_secret", owner: "user_id", contextOf: secretContext },
  { table: "exchange_accounts", column: "sealed_access_token", owner: "user_id", contextOf: tokensContext },
  { table: "exchange_accounts", column: "sealed_refresh_token", owner: "user_id", contextOf: tokensContext },
  { table: "exchange_links", column: "sealed_verifier", owner: "state_hash", contextOf: verifierContext },
  { table: "mails", column: "encrypted_token", owner: "user_id", contextOf: mailTokenContext },
  { table: "cheques", column: "encrypted_signature", owner: "id", contextOf: scheduledPaymentContext },
];
