import type { DatabaseOrTransaction } from "@hearth/db/client";
import { findFactors, type SecondFactorRow } from "../rows/second-factor.repo.ts";

/** An account's second factors. */
export interface Factors {
  userId: string;
  /** The enabled authenticator app, or null. */
  app: SecondFactorRow | null;
  passkeys: number;
  /** False for an account that was made with a passkey and has no password yet. */
  hasPassword: boolean;
}

/** Reads an account's second factors; with `before`, only the ones added before that time. */
export async function readFactors(db: DatabaseOrTransaction, userId: string, before?: Date): Promise<Factors> {
  const { app, passkeys, hasPassword } = await findFactors(db, userId, before);
  return { userId, app: app?.enabledAt == null ? null : app, passkeys, hasPassword };
}

/** True where the account has an app or a passkey, so that a password alone does not sign in. */
export function hasSecondFactor({ app, passkeys }: Factors): boolean {
  return app !== null || passkeys > 0;
}
