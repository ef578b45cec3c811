import { networks } from "@hearth/chain/networks";
import { cardHash, cardTypedData } from "@hearth/chain/payee-card";
import { termsTypedData } from "@hearth/chain/terms-typed-data";
import type { Transaction } from "@hearth/db/client";
import { leases } from "@hearth/db/schema/leases";
import { leaseTenants } from "@hearth/db/schema/lease-tenants";
import { leaseTerms } from "@hearth/db/schema/lease-terms";
import { merchants as merchantRows } from "@hearth/db/schema/merchants";
import { payeeCards } from "@hearth/db/schema/payee-cards";
import { termsSignatures } from "@hearth/db/schema/terms-signatures";
import { publicId } from "@hearth/domain/ids";
import { statementOf } from "@hearth/server/features/rent/leases/sign-terms.service";
import { eq } from "drizzle-orm";
import { type PrivateKeyAccount, zeroHash } from "viem";
import type { PeopleRefs } from "./people-rows.ts";

interface Signing {
  people: PeopleRefs;
  /** The payout wallets on the chain, by merchant: they belong to the day the demo began, not to the day it is written. */
  merchants: ReadonlyMap<string, PrivateKeyAccount>;
  consumer: string;
  merchant: string;
  now: Date;
}

/**
 * Signs all terms of a tenant's leases with the landlord's wallet, like the page does. The tenant's rent record then shows the agreed
 * terms.
 */
export async function signTermsOf(tx: Transaction, { people, merchants, consumer, merchant, now }: Signing): Promise<void> {
  const [tenant, landlord, wallet] = [people.consumers.get(consumer), people.merchants.get(merchant), merchants.get(merchant)];
  if (!tenant || !landlord || !wallet) throw new Error(`The demo has no ${consumer} with a lease of ${merchant}`);
  const rows = await tx
    .select({ lease: leases, terms: leaseTerms })
    .from(leaseTenants)
    .innerJoin(leases, eq(leases.id, leaseTenants.leaseId))
    .innerJoin(leaseTerms, eq(leaseTerms.leaseId, leases.id))
    .where(eq(leaseTenants.userId, tenant.id));
  for (const { lease, terms } of rows) {
    const signature = await wallet.signTypedData(termsTypedData(statementOf(lease, terms), networks.local.chainId));
    await tx
      .insert(termsSignatures)
      .values({ termsId: terms.id, address: wallet.address, signature, createdBy: landlord.ownerId, createdAt: now });
  }
}

/** Signs the first payee card of each paid merchant with its payout wallet, like the settings page does. */
export async function signPayeeCards(
  tx: Transaction,
  { people, merchants, now }: Pick<Signing, "people" | "merchants" | "now">,
): Promise<void> {
  const { chainId, usdc } = networks.local;
  for (const [key, wallet] of merchants) {
    const landlord = people.merchants.get(key);
    const [merchant] = landlord ? await tx.select().from(merchantRows).where(eq(merchantRows.id, landlord.merchantId)) : [];
    if (!landlord || !merchant) throw new Error(`The demo has no merchant ${key}`);
    const validFrom = new Date(Math.floor(now.getTime() / 1_000) * 1_000);
    const card = {
      business: publicId("merchant", merchant.id),
      name: merchant.name,
      chainId,
      token: usdc.address,
      wallet: wallet.address,
      validFrom: String(validFrom.getTime() / 1_000),
      previous: zeroHash,
      sequence: 1,
    };
    await tx.insert(payeeCards).values({
      merchantId: merchant.id,
      sequence: 1,
      hash: cardHash(card),
      previousHash: zeroHash,
      name: merchant.name,
      address: wallet.address,
      validFrom,
      signature: await wallet.signTypedData(cardTypedData(card)),
      isAgreed: true,
      createdAt: now,
      createdBy: landlord.ownerId,
    });
  }
}
