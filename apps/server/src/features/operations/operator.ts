import { networks } from "@hearth/chain/networks";
import { connectDatabase } from "@hearth/db/client";
import type { HeldPart } from "@hearth/db/held-back";
import { isMigrated } from "@hearth/db/migrate";
import { systemClock } from "@hearth/domain/time";
import { createEncryption } from "../../encryption.ts";
import { readEnv } from "../../env.ts";
import { type Heartbeat, readHeartbeats } from "../../jobs/judge-heartbeats.ts";
import { createResetLink } from "../auth/email/reset-password.service.ts";
import { createPasswordHasher } from "../auth/passwords/password-hasher.ts";
import { moveUploads, type MoveOrder, type MoveReport } from "../disputes/move-uploads.ts";
import { type BounceOutcome, recordBounce } from "../mail/record-bounce.ts";
import { checkWholeState } from "../settlement/checking/check-state.ts";
import { stateRules } from "./check-state.ts";
import { changeAdminAccess, findRole, makeAdmin, type NewAdmin } from "./make-admin.ts";
import { type Rotation, rotateKeys } from "./rotate-keys.ts";
import type { Ended } from "./restored.repo.ts";
import { type HeldBack, detectRestore, readHeldBack, releaseHeld } from "./restored.service.ts";
import { resetSecondFactor } from "./reset-second-factor.ts";

/** Operations that need only the database, for an operator without a running server. */
export interface Operator {
  /** Returns the role of the account with this email, or null. */
  roleOf(email: string): ReturnType<typeof findRole>;
  makeAdmin(admin: NewAdmin): Promise<void>;
  /** Sets an admin to read-only or full access. */
  changeAdminAccess(email: string, isReadOnly: boolean): Promise<void>;
  /** Removes the second factors of the account with this email. */
  resetSecondFactor(email: string): Promise<void>;
  /** Creates a password reset link for the active account with this email. */
  createResetLink(publicOrigin: string, email: string): Promise<string>;
  /** Returns a sentence for each contradiction in the state. */
  findContradictions(): Promise<string[]>;
  /** Encrypts all secrets with the newest key of that environment. */
  rotateKeys(environment: Record<string, string | undefined>): Promise<Rotation>;
  /** Reads a mail server's report about an undelivered mail. */
  recordBounce(report: string): Promise<BounceOutcome>;
  /** Copies the files of all documents to another store. */
  moveUploads(order: MoveOrder): Promise<MoveReport>;
  /** Handles a restored backup: ends sessions and links, and holds back automatic actions. */
  detectRestore(): Promise<Ended | null>;
  readHeldBack(): Promise<HeldBack>;
  /** Releases a part that is held back; returns the number of items affected. */
  releaseHeld(part: HeldPart, options: { drops: boolean }): Promise<number>;
  /** Every loop and job with its last success, judged as for their alarms. */
  readHeartbeats(): Promise<Heartbeat[]>;
  close(): Promise<void>;
}

/**
 * Connects to the database; the caller must close it. `environment` holds the server's variables. @throws Error where the database is unreachable or not at
 * the newest migration.
 */
export async function openOperator(databaseUrl: string, environment: Record<string, string | undefined> = {}): Promise<Operator> {
  if (!(await isMigrated(databaseUrl))) throw new Error("The database is not at the newest migration");
  const { db, close } = connectDatabase(databaseUrl, { poolSize: 2 });
  const deps = { db, clock: systemClock, passwords: createPasswordHasher() };
  return {
    roleOf: (email) => findRole(db, email),
    makeAdmin: (admin) => makeAdmin(deps, admin),
    changeAdminAccess: (email, isReadOnly) => changeAdminAccess(deps, email, isReadOnly),
    resetSecondFactor: (email) => resetSecondFactor(deps, email),
    findContradictions: () => checkWholeState(db, stateRules),
    rotateKeys: (environment) => rotateKeys(db, createEncryption(readEnv({ ...environment, RELAYER_ADDRESS: undefined }).encryptionKeys)),
    recordBounce: (report) => recordBounce(db, report),
    moveUploads: (order) => moveUploads(db, order),
    detectRestore: () => detectRestore(deps, { isCertain: true }),
    readHeldBack: () => readHeldBack(deps),
    readHeartbeats: () => readHeartbeats(db, systemClock.now()),
    releaseHeld: (part, options) => releaseHeld({ ...deps, network: waitsOf(environment) }, part, options),
    createResetLink: (publicOrigin, email) => createResetLink(deps, publicOrigin, email),
    close,
  };
}

/** Returns the waiting time of payout wallet changes on the environment's network, or the longest of all networks without NETWORK. @throws Error for an unknown network. */
function waitsOf({ NETWORK: name }: Record<string, string | undefined>): { payoutChangeHours: number } {
  const named = Object.values(networks).filter((network) => !name || network.name === name);
  if (named.length === 0) throw new Error(`NETWORK is ${name}, which is none of ${Object.keys(networks).join(", ")}`);
  return { payoutChangeHours: Math.max(...named.map(({ payoutChangeHours }) => payoutChangeHours)) };
}
