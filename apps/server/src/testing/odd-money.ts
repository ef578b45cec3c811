import { transfers } from "@hearth/db/schema/transfers";
import { publicId } from "@hearth/domain/ids";
import { eq } from "drizzle-orm";
import type { PaymentFixture } from "./payment-fixture.ts";

/** Opens a checkout and pays it from an unproven wallet, with the asked amount or `sent` units. */
export async function payFromElsewhere(fixture: PaymentFixture, amount = "1450.00", sent?: bigint) {
  const tenant = await fixture.tenant({ proven: false });
  const checkout = await fixture.checkout(tenant, amount);
  const txHash = await fixture.transfer(tenant.account, { usdcUnits: sent ?? checkout.usdcUnits });
  await fixture.mine(1);
  await fixture.watch();
  const [row] = await fixture.harness.db.select().from(transfers).where(eq(transfers.txHash, txHash));
  const uuid = row?.id ?? "";
  return { tenant, ...checkout, txHash, paymentUuid: checkout.uuid, transferUuid: uuid, transferId: publicId("transfer", uuid) };
}

/** Mines until seen transfers are deep enough, and counts them. */
export async function settleOn(fixture: PaymentFixture): Promise<void> {
  await fixture.mine(2);
  await fixture.watch();
}
