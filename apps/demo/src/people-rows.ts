import type { Transaction } from "@hearth/db/client";
import { productPasswordHash, makeMerchant, makePayee, makeUser, makeWallet, type UserRow } from "@hearth/db/testing/factories";
import { users } from "@hearth/db/schema/users";
import { eq } from "drizzle-orm";
import type { PrivateKeyAccount } from "viem";
import { demoTimeZone, wakingTime } from "./calendar.ts";
import { type DemoConsumer, demoConsumers, type DemoMerchant, demoMerchants } from "./cast.ts";
import { demoId } from "./demo-ids.ts";
import { consumerId, consumerJoinedAt, merchantJoinedAt, merchantWallets, ownerId } from "./wallets.ts";

/** A merchant of the demo in the database. */
export interface MerchantRef {
  merchantId: string;
  ownerId: string;
  payeeId: string | null;
}

/** The people of the demo in the database, by key. */
export interface PeopleRefs {
  merchants: Map<string, MerchantRef>;
  consumers: Map<string, UserRow>;
  adminId: string;
}

/** Writes every account, merchant and wallet. All accounts share the demo password. */
export async function writePeople(tx: Transaction, anchor: Date, wallets: Map<string, PrivateKeyAccount>): Promise<PeopleRefs> {
  const adminJoined = wakingTime(anchor, 800, "admin");
  const admin = { email: "admin@hearth.test", firstName: "Ada", lastName: "Moreau", role: "admin" as const };
  const { id: adminId } = await makeUser(tx, { ...admin, id: demoId(adminJoined, "admin"), ...stamps(adminJoined) });
  const merchants = new Map<string, MerchantRef>();
  for (const merchant of demoMerchants) merchants.set(merchant.key, await writeMerchant(tx, anchor, merchant, adminId));
  const consumers = new Map<string, UserRow>();
  for (const consumer of demoConsumers) {
    const merchantId = merchants.get(consumer.merchant)?.merchantId ?? null;
    consumers.set(consumer.key, await writeConsumer(tx, anchor, consumer, merchantId));
    await writeWallet(tx, anchor, consumer, wallets.get(consumer.key));
  }
  return { merchants, consumers, adminId };
}

function stamps(at: Date) {
  return { createdAt: at, updatedAt: at, emailConfirmedAt: at, passwordHash: productPasswordHash };
}

/** The merchant that no administrator has reviewed. */
const unreviewed = "harborview";

async function writeMerchant(tx: Transaction, anchor: Date, merchant: DemoMerchant, adminId: string): Promise<MerchantRef> {
  const { key, owner, name, businessType, email, phoneNumber, address, description } = merchant;
  const at = merchantJoinedAt(merchant, anchor);
  const { id: ownerUserId } = await makeUser(tx, {
    ...owner,
    id: ownerId(merchant, anchor),
    role: "merchant",
    ...stamps(at),
  });
  const publicFacts = { name, businessType, email, phoneNumber, address, description, timeZone: demoTimeZone };
  const contactName = `${owner.firstName} ${owner.lastName}`;
  const made = await makeMerchant(tx, {
    ...publicFacts,
    id: demoId(at, "merchant", key),
    ownerUserId,
    contactName,
    createdAt: at,
    updatedAt: at,
    ...(key !== unreviewed && { reviewedAt: new Date(at.getTime() + 86_400_000), reviewedBy: adminId }),
    payeeAddress: null,
  });
  const merchantId = made.merchant.id;
  const payout = merchantWallets(anchor).get(key)?.address;
  if (payout === undefined) return { merchantId, ownerId: ownerUserId, payeeId: null };
  const payee = await makePayee(tx, { id: demoId(at, "payee", key), merchantId, address: payout, createdAt: at, provenAt: at });
  return { merchantId, ownerId: ownerUserId, payeeId: payee.id };
}

async function writeConsumer(tx: Transaction, anchor: Date, consumer: DemoConsumer, merchantId: string | null): Promise<UserRow> {
  const { email, firstName, lastName, aptNumber, leftDaysAgo } = consumer;
  const at = consumerJoinedAt(consumer, anchor);
  const enrollment = { aptNumber, enrolledMerchantId: merchantId, enrolledAt: new Date(at.getTime() + 240_000) };
  const contact = { address: addressOf(consumer), phoneNumber: "(401) 555-0188" };
  const user = await makeUser(tx, {
    id: consumerId(consumer, anchor),
    email,
    firstName,
    lastName,
    ...contact,
    ...enrollment,
    ...stamps(at),
  });
  if (leftDaysAgo !== null) {
    const updatedAt = wakingTime(anchor, leftDaysAgo, `${consumer.key} left`);
    const gone = { status: "inactive" as const, enrolledMerchantId: null, enrolledAt: null, updatedAt };
    await tx.update(users).set(gone).where(eq(users.id, user.id));
  }
  return user;
}

/** Tenants live in the building they rent in; customers of the utility each have their own house. */
function addressOf({ aptNumber, lastName }: DemoConsumer): string {
  return aptNumber === null ? `${100 + lastName.length} Mill Road, Cranston, RI 02910` : "2140 Juniper Court, Providence, RI 02906";
}

async function writeWallet(tx: Transaction, anchor: Date, consumer: DemoConsumer, account: PrivateKeyAccount | undefined): Promise<void> {
  if (!account) return;
  const at = new Date(consumerJoinedAt(consumer, anchor).getTime() + 600_000);
  const id = demoId(at, "wallet", consumer.key);
  await makeWallet(tx, { id, userId: consumerId(consumer, anchor), address: account.address, provenAt: at, createdAt: at });
}
