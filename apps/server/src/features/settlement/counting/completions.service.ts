import type { Deps } from "../../../deps.ts";
import { findCursor, setCompletionsStopped } from "../../ledger/chain-cursor.repo.ts";

/** Returns true while the emergency brake stops completions. */
export async function areCompletionsStopped({ db, network }: Pick<Deps, "db" | "network">): Promise<boolean> {
  const cursor = await findCursor(db, network.chainId);
  return cursor !== null && cursor.completionsStoppedAt !== null;
}

/** Releases the emergency brake. Payments complete again from the next settlement step. */
export async function releaseCompletions({ db, network, clock }: Pick<Deps, "db" | "network" | "clock">): Promise<void> {
  await setCompletionsStopped(db, network.chainId, false, clock.now());
}
