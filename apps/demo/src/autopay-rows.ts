import type { ChainReader } from "@hearth/chain/chain-reader";
import { networks } from "@hearth/chain/networks";
import { transferAuthorizationTypedData } from "@hearth/chain/usdc";
import type { Transaction } from "@hearth/db/client";
import { comingBills, usualScheduledPayments } from "@hearth/domain/autopay/bills";
import { publicId } from "@hearth/domain/ids";
import { createEncryption } from "@hearth/server/encryption";
import type { Env } from "@hearth/server/env";
import { prepareScheduledPayments, signScheduledPayment } from "@hearth/server/features/autopay/write-scheduled-payments.service";
import { readLeasesToPay, staysOf } from "@hearth/server/features/rent/bills/bills.service";
import type { Actor } from "@hearth/server/trpc/context";
import type { PrivateKeyAccount } from "viem";

interface AutopayOptions {
  reader: ChainReader;
  env: Env;
  now: Date;
  userId: string;
  wallet: PrivateKeyAccount;
}

/**
 * Signs scheduled payments for a tenant's coming months that are not charged yet, through the same services as the page. Charges of today
 * are left to pay by hand.
 */
export async function writeAutopay(tx: Transaction, { reader, env, now, userId, wallet }: AutopayOptions): Promise<void> {
  const network = networks.local;
  const deps = { db: tx, chain: reader, network, clock: { now: () => now }, encryption: createEncryption(env.encryptionKeys) };
  const origin = { requestId: "demo", ip: "127.0.0.1", userAgent: null };
  const actor: Actor = {
    userId,
    role: "user",
    staffRole: null,
    isReadOnly: false,
    kind: "auth",
    sessionId: "demo",
    authenticatedAt: now,
  };
  for (const lease of await readLeasesToPay(tx, [...(await staysOf(tx, userId, now)).keys()], now)) {
    const charged = new Set(lease.billed.charges.map(({ period }) => period));
    const periods = comingBills(lease.billed, now, usualScheduledPayments + charged.size)
      .map(({ period }) => period)
      .filter((period) => !charged.has(period))
      .slice(0, usualScheduledPayments);
    const request = { leaseId: publicId("lease", lease.id), walletAddress: wallet.address, months: usualScheduledPayments, periods };
    for (const scheduledPayment of await prepareScheduledPayments(deps, origin, actor, request, null)) {
      const { _id: scheduledPaymentId, usdcUnits, validAfter, validBefore } = scheduledPayment;
      const terms = {
        from: wallet.address,
        to: `0x${scheduledPayment.to.slice(2)}` as const,
        usdcUnits: BigInt(usdcUnits),
        validAfter: BigInt(validAfter),
        validBefore: BigInt(validBefore),
        nonce: `0x${scheduledPayment.nonce.slice(2)}` as const,
      };
      const signature = await wallet.signTypedData(transferAuthorizationTypedData({ network, ...terms }));
      await signScheduledPayment(deps, origin, actor, { scheduledPaymentId, signature }, null);
    }
  }
}
