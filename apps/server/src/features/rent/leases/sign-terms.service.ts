import { sameAddress } from "@hearth/chain/addresses";
import { termsTypedData } from "@hearth/chain/terms-typed-data";
import type { DatabaseOrTransaction } from "@hearth/db/client";
import { HearthError } from "@hearth/domain/errors";
import { parsePublicId, publicId } from "@hearth/domain/ids";
import type { LeaseTerms, SignTermsInput } from "@hearth/domain/rent/lease-terms";
import { termsSpans } from "@hearth/domain/rent/periods";
import type { RecordAgreement } from "@hearth/domain/records/signed-record";
import { insertAuditEntry } from "../../../audit/audit.repo.ts";
import type { Deps } from "../../../deps.ts";
import { once } from "../../../idempotency/once.ts";
import type { Actor, CallOrigin } from "../../../trpc/context.ts";
import type { OwnMerchant } from "../../businesses/merchants.service.ts";
import { requireOwnMerchant } from "../../businesses/own-merchant.ts";
import { findWalletOfKind, provenAddresses, readAddress } from "../../wallet/wallet.service.ts";
import type { LeaseRow, LeaseTermsRow } from "../rows/lease-rows.repo.ts";
import { addedView } from "./properties.service.ts";
import { requireLease } from "./read-leases.ts";
import { findTerms, insertTermsSignature, listSignedTerms } from "../rows/terms-signatures.repo.ts";

/** Builds the statement about a lease's terms that a wallet signs. */
export function statementOf(lease: LeaseRow, terms: LeaseTermsRow): LeaseTerms {
  const { fromPeriod, createdAt, rentCents, dueDay, graceDays, lateFeeKind, lateFeeAmount, lateFeeRepeats, lateFeeCapCents } = terms;
  const { id, startsOn, timeZone, proration, depositCents } = lease;
  return {
    leaseId: publicId("lease", id),
    from: fromPeriod,
    saidAt: Math.floor(createdAt.getTime() / 1_000),
    startsOn,
    timeZone,
    proration,
    deposit: depositCents,
    rent: rentCents,
    dueDay,
    graceDays,
    lateFeeKind: lateFeeKind ?? "none",
    lateFee: lateFeeAmount ?? 0,
    lateFeeRepeats: lateFeeRepeats ?? "once",
    lateFeeCap: lateFeeCapCents ?? 0,
  };
}

/** The terms of a merchant's lease to sign, and the wallets that may sign them. @throws HearthError NOT_FOUND. */
export async function readTermsToSign(deps: Deps, actor: Actor, input: { leaseId: string; termsId: string }) {
  const merchant = await requireOwnMerchant(deps, actor);
  const { lease, terms } = await requireTerms(deps, merchant.id, input);
  return { terms: statementOf(lease, terms), wallets: await signersOf(deps.db, merchant) };
}

async function requireTerms(deps: Deps, merchantId: string, { leaseId, termsId }: { leaseId: string; termsId: string }) {
  const { lease } = await requireLease(deps, { merchantId }, leaseId);
  const id = parsePublicId("leaseTerms", termsId);
  const terms = id && (await findTerms(deps.db, id));
  if (!terms || terms.leaseId !== lease.id) throw new HearthError("NOT_FOUND", { message: "Terms not found" });
  return { lease, terms };
}

/** The merchant's wallets that can sign: its payout wallet and those that its owner has proven, without exchange wallets, which cannot sign. */
async function signersOf(db: DatabaseOrTransaction, { ownerUserId, payee }: OwnMerchant): Promise<`0x${string}`[]> {
  const [proven, exchange] = await Promise.all([provenAddresses(db, ownerUserId), findWalletOfKind(db, ownerUserId, "exchange")]);
  const known = payee === null ? proven : [payee.address, ...proven.filter((address) => !sameAddress(address, payee.address))];
  return known.filter((address) => exchange === null || !sameAddress(address, exchange));
}

/**
 * Stores the signature of one of the merchant's wallets under a lease's terms. It is optional: a lease is valid without one. @throws HearthError NOT_FOUND,
 * CONFLICT for a wallet that is not the merchant's, AUTHORIZATION_INVALID for a signature that is not the wallet's or signs something else, CHAIN_UNAVAILABLE.
 */
export async function signTerms(deps: Deps, origin: CallOrigin, actor: Actor, input: SignTermsInput, key: string | null) {
  const { idempotencyKey = key, ...fields } = input;
  const merchant = await requireOwnMerchant(deps, actor);
  const { lease, terms } = await requireTerms(deps, merchant.id, fields);
  const address = readAddress(fields.walletAddress, "walletAddress");
  const signature = `0x${fields.signature.slice(2).toLowerCase()}` as const;
  if (!(await signersOf(deps.db, merchant)).some((signer) => sameAddress(signer, address))) throw unknownWallet();
  const typedData = termsTypedData(statementOf(lease, terms), deps.network.chainId);
  if (!(await deps.chain.verifyTypedData({ address, typedData, signature })))
    throw new HearthError("AUTHORIZATION_INVALID", { message: "This wallet did not sign these terms. Please sign again." });
  const now = deps.clock.now();
  const request = { scope: actor.userId, key: idempotencyKey, procedure: "rent.signTerms", input: fields, answer: addedView, now };
  return deps.db.transaction((tx) =>
    once(tx, request, async () => {
      const made = await insertTermsSignature(tx, { termsId: terms.id, address, signature, createdBy: actor.userId, createdAt: now });
      const subject = publicId("lease", lease.id);
      const data = { terms: fields.termsId, wallet: address };
      if (made) await insertAuditEntry(tx, origin, { at: now, actorId: actor.userId, action: "rent.termsSigned", subject, data });
      return { _id: fields.termsId };
    }),
  );
}

function unknownWallet(): HearthError {
  return new HearthError("CONFLICT", { message: "This wallet is not known as yours. Please sign with the wallet that you are paid to." });
}

/** The signed terms of a lease for the months of some charges, the oldest first. */
export async function readAgreements({ db }: Pick<Deps, "db">, lease: LeaseRow, periods: readonly string[]): Promise<RecordAgreement[]> {
  const versions = (await listSignedTerms(db, [lease.id])).get(lease.id) ?? [];
  return termsSpans(versions).flatMap(({ version, until }) => {
    const isShown = periods.some((period) => period >= version.fromPeriod && (until === null || period < until));
    if (version.signed === null || !isShown) return [];
    const { address: signer, signature } = version.signed;
    return { terms: statementOf(lease, version), signer, signature: `0x${signature.slice(2)}` as const, until: until ?? "" };
  });
}
