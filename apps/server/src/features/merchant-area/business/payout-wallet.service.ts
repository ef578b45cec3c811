import { sameAddress } from "@hearth/chain/addresses";
import { HearthError } from "@hearth/domain/errors";
import type { SetPayoutWalletInput, UpdateMerchantInput } from "@hearth/domain/merchants/business";
import type { Deps } from "../../../deps.ts";
import { nothing, once } from "../../../idempotency/once.ts";
import type { Actor, CallOrigin } from "../../../trpc/context.ts";
import { confirmHolder } from "../../auth/passwords/password.service.ts";
import { requireStepUp, requireStepUpBesidePassword } from "../../auth/factors/require-step-up.ts";
import { requireOpenSession } from "../../auth/sessions/sessions.service.ts";
import { consumeProof, type VerifiedProof, verifyProof } from "../../wallet/wallet-proof.service.ts";
import { findPasskeyWalletAddress } from "../../wallet/passkey-wallet/passkey-wallet.service.ts";
import { readAddress } from "../../wallet/wallet.service.ts";
import { editBusiness, readBusiness, requireOwnership } from "./business.service.ts";
import type { BusinessView } from "./business.view.ts";
import { requireOwnMerchant } from "../../businesses/own-merchant.ts";
import { movePayout, type PayoutMove, stopChange } from "./payout-change.service.ts";

/**
 * Sets the merchant's payout wallet; open checkouts keep theirs. Replacing a wallet requires the password, and a recent sign-in where
 * the account has something stronger. It takes effect at once if the current wallet signs; otherwise it may have to wait. An address of the owner's linked exchange account, and the
 * owner's passkey wallet, count as proven without a signature; any other is stored as typed.
 * @throws HearthError UNAUTHENTICATED where the session ended meanwhile, WRONG_PASSWORD, STEP_UP_REQUIRED, WALLET_ALREADY_USED, WALLET_PROOF_INVALID,
 * WALLET_PROOF_EXPIRED, PAYOUT_WALLET_AT_RISK, VALIDATION, CONFLICT.
 */
export async function setPayoutWallet(
  deps: Deps,
  origin: CallOrigin,
  actor: Actor,
  input: SetPayoutWalletInput,
  key: string | null,
): Promise<BusinessView> {
  const { id: merchantId, payee } = await requireOwnMerchant(deps, actor);
  const address = readAddress(input.walletAddress, "walletAddress");
  const isOther = payee !== null && !sameAddress(payee.address, address);
  if (isOther) await askForPassword(deps, origin, actor, input.password);
  else if (payee === null) requireStepUp(deps, actor);
  const proof = input.proof ? await verifyProof(deps, actor, input.proof) : null;
  const signedBy = proof === null ? await madeByPasskey(deps, actor, address) : signerOf(proof, address);
  const now = deps.clock.now();
  const { idempotencyKey = key } = input;
  const content = { address, message: input.proof?.message ?? null };
  const request = { scope: actor.userId, key: idempotencyKey, procedure: "merchant.setPayoutWallet", input: content, answer: nothing, now };
  const by = { actorId: actor.userId, ownerId: actor.userId, origin, signedBy, isConfirmed: isOther };
  const move = { merchantId, address, payeeCard: input.payeeCard ?? null, ...by };
  await deps.db.transaction((tx) =>
    once(tx, request, async () => {
      // First, so that an owner who takes the account back finds every change that was under way.
      await requireOpenSession(tx, actor);
      if (proof !== null) await consumeProof(deps, tx, actor, proof);
      await movePayout(deps, tx, move);
      return null;
    }),
  );
  return readBusiness(deps, actor);
}

/** Returns "new" for the passkey wallet that the account uses: its key signed the server's challenge when it was made. */
async function madeByPasskey({ db }: Deps, { userId }: Actor, address: `0x${string}`): Promise<"new" | null> {
  const own = await findPasskeyWalletAddress(db, userId);
  return own !== null && sameAddress(own, address) ? "new" : null;
}

/**
 * Returns the signer of a proof. The new wallet signs that it belongs to the account; the current wallet signs that payouts go to exactly
 * this address.
 */
function signerOf(proof: VerifiedProof, address: `0x${string}`): PayoutMove["signedBy"] {
  const { payoutAddress } = proof;
  if (payoutAddress !== null && sameAddress(payoutAddress, address)) return { old: proof.address };
  if (payoutAddress === null && sameAddress(proof.address, address)) return "new";
  throw new HearthError("WALLET_PROOF_INVALID");
}

/** Stops the pending change of the user's own payout wallet. @throws HearthError NOT_FOUND, CONFLICT when it has taken effect. */
export async function stopOwnChange(deps: Deps, origin: CallOrigin, actor: Actor, changeId: string): Promise<BusinessView> {
  const { id: merchantId } = await requireOwnMerchant(deps, actor);
  await stopChange(deps, origin, actor, { merchantId, changeId });
  return readBusiness(deps, actor);
}

async function askForPassword(deps: Deps, origin: CallOrigin, actor: Actor, password: string | undefined): Promise<void> {
  const missing = "Please enter your password to change where you are paid";
  await requireStepUpBesidePassword(deps, actor);
  await confirmHolder(deps, origin, actor, password, { field: "password", message: "This is not your password", missing });
}

/**
 * Handles the documented call that changes the business, its wallet or both. @throws HearthError as `setPayoutWallet` and `editBusiness`
 * do.
 */
export async function updateMerchant(
  deps: Deps,
  origin: CallOrigin,
  actor: Actor,
  input: UpdateMerchantInput,
  key: string | null,
): Promise<BusinessView> {
  const { merchantId, walletAddress, password, ...fields } = input;
  await requireOwnership(deps, actor, merchantId);
  if (walletAddress !== undefined) await setPayoutWallet(deps, origin, actor, { walletAddress, password }, key);
  return editBusiness(deps, origin, actor, fields);
}
