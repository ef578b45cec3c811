import type { ListPeopleInput } from "@hearth/domain/admin/filters";
import type { EditUserInput } from "@hearth/domain/admin/inputs";
import { HearthError } from "@hearth/domain/errors";
import { parsePublicId, publicId } from "@hearth/domain/ids";
import { insertAuditEntry } from "../../../audit/audit.repo.ts";
import type { Deps } from "../../../deps.ts";
import { paginate, readCursor } from "../../../paging/cursor.ts";
import type { Actor, CallOrigin } from "../../../trpc/context.ts";
import { editAccount } from "../../auth/profile/edit-account.service.ts";
import { requireStepUp } from "../../auth/factors/require-step-up.ts";
import { resumeAutopay } from "../../autopay/end-autopay.service.ts";
import { restartWaitingChange } from "../../merchant-area/business/payout-change.service.ts";
import { findOwnMerchant } from "../../businesses/merchants.service.ts";
import { changeWallet } from "../../wallet/wallet.service.ts";
import { findUserIdsByAddress } from "../rows/search.repo.ts";
import { findUser, listDisputeIds, listUsers, type UserRow, type UserSearch } from "./users.repo.ts";
import { type AdminUserView, viewUser } from "./users.view.ts";

/** Returns a page of the accounts that match a search, newest first. */
export async function listAllUsers(deps: Deps, { cursor, limit, search }: ListPeopleInput) {
  const after = cursor === undefined ? undefined : readCursor("user", cursor);
  const found = search ? await readSearch(deps, search) : undefined;
  const rows = await listUsers(deps.db, { search: found, after, limit: limit + 1 });
  const { page, nextCursor } = paginate("user", rows, limit, ({ createdAt, id }) => ({ at: createdAt, id }));
  return { items: await viewUsers(deps, page), nextCursor };
}

/** Reads one account by its public id. @throws HearthError NOT_FOUND. */
export async function readUser(deps: Deps, userId: string): Promise<AdminUserView> {
  const id = parsePublicId("user", userId);
  const row = id && (await findUser(deps.db, id));
  if (!row) throw notFound();
  const [view] = await viewUsers(deps, [row]);
  if (!view) throw notFound();
  return view;
}

/**
 * Edits an account on behalf of an admin, atomically, and audits the values before.
 * @throws HearthError NOT_FOUND, CONFLICT when the account has changed since `updatedAt`, EMAIL_ALREADY_USED, WALLET_ALREADY_USED,
 * OWN_STATUS, LAST_ADMIN, VALIDATION, STEP_UP_REQUIRED for a new email, status or wallet.
 */
export async function editUser(deps: Deps, origin: CallOrigin, actor: Actor, input: EditUserInput): Promise<AdminUserView> {
  const { userId: publicUserId, updatedAt, walletAddress, phoneNumber, ...fields } = input;
  const userId = parsePublicId("user", publicUserId);
  if (userId === null) throw notFound();
  const now = deps.clock.now();
  await deps.db.transaction(async (tx) => {
    const set = { ...fields, ...(phoneNumber !== undefined && { phoneNumber: phoneNumber || null }) };
    const seenAt = updatedAt === undefined ? undefined : new Date(updatedAt);
    const changes = await editAccount(deps, tx, actor, { userId, set, seenAt, now });
    if (changes["email"] || changes["status"] || walletAddress !== undefined) requireStepUp(deps, actor);
    if (changes["status"]?.to === "active") await resumeAutopay(tx, userId, now);
    const business = changes["status"]?.to === "active" ? await findOwnMerchant(tx, userId) : null;
    if (business !== null) await restartWaitingChange(deps, tx, business.id);
    if (walletAddress !== undefined) {
      const owner = { userId, actorId: actor.userId };
      await changeWallet(deps, tx, origin, owner, { kind: "external", address: walletAddress, field: "walletAddress" });
    }
    if (Object.keys(changes).length === 0) return;
    const subject = publicId("user", userId);
    await insertAuditEntry(tx, origin, { at: now, actorId: actor.userId, action: "user.edited", subject, data: changes });
  });
  return readUser(deps, publicUserId);
}

async function viewUsers(deps: Deps, rows: UserRow[]): Promise<AdminUserView[]> {
  const ids = rows.map(({ id }) => id);
  const disputeIds = await listDisputeIds(deps.db, ids);
  return rows.map((row) => viewUser(row, disputeIds.get(row.id) ?? []));
}

/** Treats an id or an address as an exact match, and anything else as words. */
async function readSearch({ db }: Deps, typed: string): Promise<UserSearch> {
  const id = parsePublicId("user", typed);
  if (id !== null) return { ids: [id] };
  return /^0x[0-9a-f]{40}$/i.test(typed) ? { ids: await findUserIdsByAddress(db, typed) } : { text: typed };
}

function notFound(): HearthError {
  return new HearthError("NOT_FOUND", { message: "User not found" });
}
