import type { ChainReader } from "@hearth/chain/chain-reader";
import { isBlockBefore } from "@hearth/domain/time";
import type { Deps } from "../../deps.ts";
import { findCursor } from "../ledger/chain-cursor.repo.ts";
import { listBound, type TransferRow } from "../ledger/transfers.repo.ts";
import { listSurelyUnused } from "../payments/relay/end-relays.ts";
import { type ChequeRow, updateCheque } from "./cheques.repo.ts";

/** The token calls a signature spent, and no provider shows the log that says how. */
export class FateUnknown extends Error {
  override name = "FateUnknown";
}

/** What one question for logs covers, and how many of them one look at a scheduled payment asks: somewhat more than a day of Base. */
const blocksOfQuestion = 1_900n;
const questionsAtOnce = 25;
/** The search begins this much before the scheduled payment was made, so that a server's clock ahead of the chain's hides no log. */
const clockMarginMs = 600_000;

/** The living transfer that a signature has made, whatever was decided about it; null where none was read. */
export async function findArrived(db: Deps["db"], cheque: ChequeRow): Promise<TransferRow | null> {
  const bound = await listBound(db, cheque.chainId, [cheque.binding]);
  return bound.find(({ fromAddress }) => fromAddress.toLowerCase() === cheque.fromAddress.toLowerCase()) ?? null;
}

/**
 * What became of a signature that the token calls spent: it moved money, or its payer cancelled it; `searching` while logs are left to read. Reads the logs
 * from the last block by which it was known to be unspent, and goes on there with the next look. @throws FateUnknown after all of them. Throws ChainUnavailable.
 */
export async function findFate(deps: Deps, cheque: ChequeRow): Promise<"used" | "cancelled" | "searching"> {
  const { chain } = deps;
  const head = await chain.head();
  let read =
    cheque.searchedBlock ??
    cheque.unusedBlock ??
    (await findBlockBefore(chain, new Date(cheque.createdAt.getTime() - clockMarginMs), head.number));
  for (let asked = 0; asked < questionsAtOnce && read < head.number; asked += 1) {
    const to = read + blocksOfQuestion < head.number ? read + blocksOfQuestion : head.number;
    const [fate] = await chain.authorizationFates([{ from: cheque.fromAddress, nonce: cheque.binding }], read + 1n, to);
    if (fate) return fate;
    read = to;
  }
  const isRead = read >= head.number;
  await updateCheque(deps.db, cheque.id, { searchedBlock: isRead ? null : read }, deps.clock.now());
  if (isRead) throw new FateUnknown("No provider shows what became of a signature that is spent");
  return "searching";
}

/** The newest block that is older than a moment, by halving; a block that no provider has counts as older. */
async function findBlockBefore(chain: ChainReader, moment: Date, head: bigint): Promise<bigint> {
  let [older, newer] = [0n, head + 1n];
  while (newer - older > 1n) {
    const middle = (older + newer) / 2n;
    const block = await chain.block(middle);
    if (block !== null && !isBlockBefore(block.time, moment)) newer = middle;
    else older = middle;
  }
  return older;
}

/**
 * Whether a signature was unspent when its time was over, so that no money can come by it any more; null while the chain is not read so far, false where it
 * is spent. Throws ChainUnavailable.
 */
export async function hasRunOutUnspent(deps: Deps, cheque: ChequeRow): Promise<boolean | null> {
  const { fromAddress, binding: nonce, validBefore } = cheque;
  const unused = await listSurelyUnused(deps, [{ fromAddress, nonce }], ({ blockTime }) => blockTime.getTime() >= validBefore * 1_000);
  return unused && unused.length > 0;
}

/** A block that can never leave the chain any more; a node that answers of now has seen it. */
export async function findFinalBlock({ db, network }: Deps): Promise<bigint | null> {
  return (await findCursor(db, network.chainId))?.finalizedNumber ?? null;
}
