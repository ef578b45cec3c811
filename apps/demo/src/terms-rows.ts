import { networks } from "@hearth/chain/networks";
import { termsTypedData } from "@hearth/chain/terms-typed-data";
import type { Transaction } from "@hearth/db/client";
import { leases } from "@hearth/db/schema/leases";
import { leaseTenants } from "@hearth/db/schema/lease-tenants";
import { leaseTerms } from "@hearth/db/schema/lease-terms";
import { termsSignatures } from "@hearth/db/schema/terms-signatures";
import { statementOf } from "@hearth/server/features/rent/leases/sign-terms.service";
import { eq } from "drizzle-orm";
import type { PrivateKeyAccount } from "viem";
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
