import { encodeTransfer } from "@hearth/chain/usdc";
import { networks } from "@hearth/chain/networks";
import { merchants } from "@hearth/db/schema/merchants";
import { transfers } from "@hearth/db/schema/transfers";
import { makePayee } from "@hearth/db/testing/factories";
import { makeDispute } from "@hearth/db/testing/record-factories";
import { publicId } from "@hearth/domain/ids";
import { eq } from "drizzle-orm";
import { resolveActor } from "../features/auth/sessions/sessions.service.ts";
import type { RefundView } from "../features/refunds/refunds.view.ts";
import { startHarness } from "./harness.ts";
import { openPaymentFixture, type Tenant } from "./payment-fixture.ts";

/** The differences of a refund's transfer from the request. */
interface Change {
  to?: `0x${string}`;
  usdcUnits?: bigint;
  binding?: `0x${string}`;
}

export type RefundFixture = Awaited<ReturnType<typeof openRefundFixture>>;

/** A merchant on a chain of its own, with helpers to pay, dispute and refund. `treasury` sends its refunds, from a former payout wallet. */
export async function openRefundFixture(env: Record<string, string> = {}) {
  const fixture = await openPaymentFixture(await startHarness({ chain: true, env }));
  const { harness, merchantId } = fixture;
  const [row] = await harness.db.select({ id: merchants.ownerUserId }).from(merchants).where(eq(merchants.id, merchantId));
  const token = await harness.signIn(row?.id ?? "");
  const owner = harness.caller(token);
  const actor = await resolveActor(harness.deps, token);
  if (actor === null) throw new Error("The session did not open");
  const call = owner.merchant;
  const treasury = await fixture.tenant();
  await makePayee(harness.db, { merchantId, address: treasury.account.address, endedAt: harness.clock.now() });
  await fixture.mine(130);

  /** A payment of $200.00 or another amount, paid by a new tenant or `by`, from their own wallet. */
  async function paid(by?: Tenant, amount = "200.00") {
    const tenant = by ?? (await fixture.tenant());
    const checkout = await fixture.checkout(tenant, amount);
    await fixture.transfer(tenant.account, checkout);
    await fixture.mine(2);
    await fixture.watch();
    return { tenant, ...checkout };
  }

  return {
    fixture,
    owner,
    call,
    actor,
    treasury,
    paid,
    /** A payment of $200.00 with a decided dispute. */
    async decided(chargebackCents: number, result: "chargedBack" | "denied" = "chargedBack") {
      const payment = await paid();
      const dispute = await makeDispute(harness.db, {
        paymentId: payment.uuid,
        amountCents: Math.max(10_000, chargebackCents),
        status: "closed",
        result,
        resultReason: "Both agree",
        chargebackCents,
        resolvedAt: harness.clock.now(),
      });
      return { ...payment, disputeId: publicId("dispute", dispute.id) };
    },
    send(refund: Pick<RefundView, "to" | "binding" | "usdcUnits">, change: Change = {}, sender: Tenant = treasury) {
      const { to, binding } = refund;
      const data = encodeTransfer({ to, binding, usdcUnits: BigInt(refund.usdcUnits), ...change });
      return fixture.send(sender.account, networks.local.usdc.address, data);
    },
    async settle(blocks = 2) {
      await fixture.mine(blocks);
      await fixture.watch();
    },
    /** Confirmed money that reached the merchant from an unproven wallet, with or without a binding. */
    async strayMoney(usdcUnits: bigint, more: { binding?: `0x${string}`; sender?: Tenant } = {}) {
      const { binding, sender = await fixture.tenant({ proven: false }) } = more;
      const txHash = await fixture.transfer(sender.account, { usdcUnits, ...(binding && { binding }) });
      await fixture.mine(2);
      await fixture.watch();
      const [transfer] = await harness.db.select().from(transfers).where(eq(transfers.txHash, txHash));
      return { sender, txHash, uuid: transfer?.id ?? "", transferId: publicId("transfer", transfer?.id ?? "") };
    },
    /** The problems of a payment's refund transfers, each with the USDC moved. */
    async oddities(paymentId: string) {
      return (await call.refunds({ paymentId })).oddTransfers.map(({ problem, usdc }) => [problem, usdc]);
    },
    /** The newest refund of a payment. */
    async newest(paymentId: string) {
      return (await call.refunds({ paymentId })).items.at(-1);
    },
    /** A dispute's refund and its payment, as the payer sees them. */
    async seenByPayer({ token }: Tenant, paymentId: string) {
      const payer = harness.caller(token);
      const [dispute] = await payer.disputes.ofPayment({ paymentId });
      const { displayStatus, refundOwed } = await payer.payments.get({ paymentId });
      return { ...dispute?.refund, displayStatus, refundOwed };
    },
  };
}
