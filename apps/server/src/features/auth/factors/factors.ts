import type { DatabaseOrTransaction } from "@hearth/db/client";
import { findFactors, type SecondFactorRow } from "../rows/second-factor.repo.ts";

/** What an account can show beside its password. */
export interface Factors {
  userId: string;
  /** The authenticator app, where it is on. */
  app: SecondFactorRow | null;
  passkeys: number;
}

/** What an account can show beside its password; with `before`, what it could before that moment. */
export async function readFactors(db: DatabaseOrTransaction, userId: string, before?: Date): Promise<Factors> {
  const { app, passkeys } = await findFactors(db, userId, before);
  return { userId, app: app?.enabledAt == null ? null : app, passkeys };
}

/** Whether the password alone is not enough: from an app or a passkey on. */
export function hasSecondFactor({ app, passkeys }: Factors): boolean {
  return app !== null || passkeys > 0;
}
