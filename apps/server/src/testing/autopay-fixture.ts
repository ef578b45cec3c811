import { networks } from "@hearth/chain/networks";
import { encodeAuthorization, transferAuthorizationTypedData } from "@hearth/chain/usdc";
import { scheduledPayments } from "@hearth/db/schema/scheduled-payments";
import { merchants } from "@hearth/db/schema/merchants";
import { payments } from "@hearth/db/schema/payments";
import { makeLease } from "@hearth/db/testing/rent-factories";
import { parsePublicId, publicId } from "@hearth/domain/ids";
import { dayIn, monthAfter, monthOf, startOfDay } from "@hearth/domain/rent/calendar";
import { asc, eq } from "drizzle-orm";
import { demoAccounts } from "@hearth/simulator/demo-accounts";
import { getAddress, type Hex, type PrivateKeyAccount } from "viem";
import { sendScheduledPayments } from "../features/autopay/send-scheduled-payments.ts";
import { relayAuthorizations } from "../features/payments/relay/relay-authorizations.ts";
import { allocateWaiting } from "../features/rent/charges/allocate-leases.ts";
import { makeCharges } from "../features/rent/charges/make-charges.ts";
import { startHarness } from "./harness.ts";
import { openPaymentFixture, type PaymentFixture, type Tenant } from "./payment-fixture.ts";

const timeZone = "America/Chicago";
const dayMs = 86_400_000;

/** A lease with its tenant. The job charges its next months. */
export interface Tenancy {
  leaseId: string;
  uuid: string;
  tenant: Tenant;
}

/** Lets tenants rent, sign scheduled payments and reach their due days on the real local chain. */
function openAutopayFixture(fixture: PaymentFixture) {
  const { harness } = fixture;
  const { db, deps, clock } = harness;
  const today = () => dayIn(clock.now(), timeZone);
  const calls = async (tenant: Tenant) => harness.caller(await harness.signIn(tenant.user.id));

  const autopay = {
    calls,
    /** The first day of next month. */
    nextMonth: () => monthAfter(monthOf(today()), 1),
    tenancy: async (tenant?: Tenant): Promise<Tenancy> => {
      const payer = tenant ?? (await fixture.tenant());
      const [merchant] = await db.select().from(merchants).where(eq(merchants.id, fixture.merchantId));
      const next = monthAfter(monthOf(today()), 1);
      const lease = await makeLease(db, {
        merchantId: fixture.merchantId,
        createdBy: merchant?.ownerUserId ?? "",
        tenantId: payer.user.id,
        startsOn: monthOf(today()),
        nextPeriod: next,
        nextChargeAt: new Date(startOfDay(next, timeZone).getTime() - 15 * dayMs),
      });
      return { leaseId: publicId("lease", lease.id), uuid: lease.id, tenant: payer };
    },
    /** Sets autopay up for this many months. */
    setUp: async ({ leaseId, tenant }: Tenancy, months = 1): Promise<Prepared[]> => {
      const { autopay: tenantAutopay } = await calls(tenant);
      const prepared = await tenantAutopay.prepare({ leaseId, walletAddress: tenant.account.address, months });
      for (const payment of prepared)
        await tenantAutopay.sign({ scheduledPaymentId: payment._id, signature: await signPrepared(tenant.account, payment) });
      return prepared;
    },
    /** A lease whose tenant has signed the scheduled payment of next month. */
    signedTenancy: async (): Promise<{ tenancy: Tenancy; prepared: Prepared }> => {
      const tenancy = await autopay.tenancy();
      const [prepared] = await autopay.setUp(tenancy);
      if (prepared === undefined) throw new Error("Nothing was prepared");
      return { tenancy, prepared };
    },
    paymentsOf: ({ tenant }: Tenancy) => db.select().from(payments).where(eq(payments.consumerId, tenant.user.id)).orderBy(payments.id),
    /** Dollars that a tenant's wallet has sent. */
    sentBy: async ({ tenant }: Tenancy): Promise<number> =>
      Number(50_000_000_000n - (await deps.chain.balanceOf(tenant.account.address))) / 1e6,
    scheduledPayment: async (id: string) => {
      const [row] = await db
        .select()
        .from(scheduledPayments)
        .where(eq(scheduledPayments.id, parsePublicId("scheduledPayment", id) ?? id));
      if (row === undefined) throw new Error("There is no such scheduled payment");
      return row;
    },
    scheduledPayments: (uuid: string) =>
      db.select().from(scheduledPayments).where(eq(scheduledPayments.leaseId, uuid)).orderBy(asc(scheduledPayments.id)),
    /** Sets the time of server and chain, and makes the charges due by then. */
    goTo: async (moment: Date) => {
      await fixture.pass(Math.max(0, Math.ceil((moment.getTime() - clock.now().getTime()) / 60_000)));
      await makeCharges(deps);
      await fixture.watch();
    },
    /** Moves into the next month where it begins within a week, so that scheduled payments set up then are always due some weeks later. */
    goToEarlyInMonth: async () => {
      const next = startOfDay(autopay.nextMonth(), timeZone).getTime();
      if (next - clock.now().getTime() < 7 * dayMs) await autopay.goTo(new Date(next + dayMs));
    },
    /** Sets the time to some minutes after the start of a due day. */
    goToDue: async ({ validAfter }: Pick<Prepared, "validAfter">, minutes = 5) =>
      autopay.goTo(new Date((validAfter + 1) * 1_000 + minutes * 60_000)),
    send: () => sendScheduledPayments(deps),
    /** Sends a scheduled payment to the chain with its payer's own key, without the relayer. */
    submit: async ({ tenant }: Tenancy, prepared: Prepared) => {
      const { from, to, usdcUnits, validAfter, validBefore, nonce } = prepared;
      const signature = await signPrepared(tenant.account, prepared);
      const data = encodeAuthorization({
        from: getAddress(from),
        to: getAddress(to),
        usdcUnits: BigInt(usdcUnits),
        validAfter: BigInt(validAfter),
        validBefore: BigInt(validBefore),
        nonce: `0x${nonce.slice(2)}`,
        signature,
      });
      await fixture.send(tenant.account, networks.local.usdc.address, data);
    },
    /** Relays, mines and reads the relayer's queue, and allocates the money. */
    settle: async () => {
      await relayAuthorizations(deps);
      await fixture.mine(2);
      await relayAuthorizations(deps);
      await fixture.watch();
      await allocateWaiting(deps);
    },
    owed: async ({ leaseId, tenant }: Tenancy) => {
      const lease = (await (await calls(tenant)).rent.mine()).find(({ _id }) => _id === leaseId);
      return lease === undefined ? null : { owed: lease.owed, credit: lease.credit };
    },
  };
  return autopay;
}
export type AutopayFixture = ReturnType<typeof openAutopayFixture>;

/** A harness with a chain and a relayer, a merchant, and helpers for autopay. Close its harness at the end. */
export async function startAutopay(): Promise<{ fixture: PaymentFixture; autopay: AutopayFixture }> {
  const fixture = await openPaymentFixture(
    await startHarness({ chain: true, env: { RELAYER_PRIVATE_KEY: demoAccounts.relayer.privateKey } }),
  );
  return { fixture, autopay: openAutopayFixture(fixture) };
}

/** A scheduled payment that is prepared to be signed. */
export type Prepared = Awaited<ReturnType<ReturnType<PaymentFixture["harness"]["caller"]>["autopay"]["prepare"]>>[number];

/** Signs a prepared scheduled payment with an account's key. */
export function signPrepared(account: PrivateKeyAccount, { nonce, from, to, usdcUnits, validAfter, validBefore }: Prepared): Promise<Hex> {
  return account.signTypedData(
    transferAuthorizationTypedData({
      network: networks.local,
      from: getAddress(from),
      to: getAddress(to),
      usdcUnits: BigInt(usdcUnits),
      validAfter: BigInt(validAfter),
      validBefore: BigInt(validBefore),
      nonce: `0x${nonce.slice(2)}`,
    }),
  );
}
