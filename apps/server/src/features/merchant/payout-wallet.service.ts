import { sameAddress } from "@hearth/chain/addresses";
import type { Transaction } from "@hearth/db/client";
import { HearthError } from "@hearth/domain/errors";
import type { SetPayoutWalletInput, UpdateMerchantInput } from "@hearth/domain/merchants/business";
import type { Deps } from "../../deps.ts";
import { nothing, once } from "../../idempotency/once.ts";
import type { Actor, CallOrigin } from "../../trpc/context.ts";
import { confirmPassword } from "../auth/password.service.ts";
import { changePayee, requireUnclaimed } from "../merchants/merchants.service.ts";
import { linkPayoutWallet } from "../wallet/payout-wallet.ts";
import { consumeProof, verifyProof } from "../wallet/wallet-proof.service.ts";
import { findWalletOfKind, holdWallets, readAddress } from "../wallet/wallet.service.ts";
import { editBusiness, readBusiness, requireChangeable, requireOwnership } from "./business.service.ts";
import type { BusinessView } from "./business.view.ts";

/**
 * Sends the merchant's money to another wallet from now on; checkouts that are open keep theirs. In place of an earlier wallet it asks for
 * the password again. A signature proves the wallet, or the exchange does whose account the owner has linked; else it is kept as typed.
 * @throws HearthError WRONG_PASSWORD, WALLET_ALREADY_USED, WALLET_PROOF_INVALID, WALLET_PROOF_EXPIRED, VALIDATION, FORBIDDEN.
 */
export async function setPayoutWallet(
  deps: Deps,
  origin: CallOrigin,
  actor: Actor,
  input: SetPayoutWalletInput,
  key: string | null,
): Promise<BusinessView> {
  const merchant = await requireChangeable(deps, actor);
  const address = readAddress(input.walletAddress, "walletAddress");
  const isOther = merchant.payee !== null && !sameAddress(merchant.payee.address, address);
  if (isOther) await askForPassword(deps, actor, input.password);
  const proof = input.proof ? await verifyProof(deps, actor, input.proof) : null;
  if (proof !== null && !sameAddress(proof.address, address)) throw new HearthError("WALLET_PROOF_INVALID");
  const now = deps.clock.now();
  const { idempotencyKey = key } = input;
  const content = { address, message: input.proof?.message ?? null };
  const request = { scope: actor.userId, key: idempotencyKey, procedure: "merchant.setPayoutWallet", input: content, answer: nothing, now };
  await deps.db.transaction((tx) =>
    once(tx, request, async () => {
      if (proof !== null) await consumeProof(deps, tx, actor, proof);
      const provenBy = proof === null ? await vouchedFor(tx, actor, address) : "signature";
      if (provenBy === null) await requireUnclaimed(tx, merchant.id, address);
      await linkPayoutWallet(deps, tx, origin, actor, { address, isProven: proof !== null });
      await changePayee(tx, { merchantId: merchant.id, address, actorId: actor.userId, now, origin, ...(provenBy && { provenBy }) });
      return null;
    }),
  );
  return readBusiness(deps, actor);
}

/** An address at an exchange cannot sign; that the exchange itself names it as the linked account's is as good for being paid to. */
async function vouchedFor(tx: Transaction, actor: Actor, address: `0x${string}`): Promise<"exchange" | null> {
  await holdWallets(tx, actor.userId);
  const linked = await findWalletOfKind(tx, actor.userId, "exchange");
  return linked !== null && sameAddress(linked, address) ? "exchange" : null;
}

async function askForPassword(deps: Deps, actor: Actor, password: string | undefined): Promise<void> {
  const missing = "Please enter your password to change where you are paid";
  if (!password) throw new HearthError("WRONG_PASSWORD", { message: missing, fields: { password: missing } });
  await confirmPassword(deps, actor, password, { field: "password", message: "This is not your password" });
}

/** The documented call that changes the business, its wallet or both. @throws HearthError as its two parts do. */
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
