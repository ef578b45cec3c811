import { transfers } from "@hearth/db/schema/transfers";
import { publicId } from "@hearth/domain/ids";
import { eq } from "drizzle-orm";
import type { PaymentBench } from "./payment-bench.ts";

/** A checkout, and money for it that came from a wallet nobody has proven: as much as it asks for, or as much as given. */
export async function payFromElsewhere(bench: PaymentBench, amount = "1450.00", sent?: bigint) {
  const tenant = await bench.tenant({ proven: false });
  const checkout = await bench.checkout(tenant, amount);
  const txHash = await bench.transfer(tenant.account, { usdcUnits: sent ?? checkout.usdcUnits });
  await bench.mine(1);
  await bench.watch();
  const [row] = await bench.harness.db.select().from(transfers).where(eq(transfers.txHash, txHash));
  const uuid = row?.id ?? "";
  return { tenant, ...checkout, txHash, paymentUuid: checkout.uuid, transferUuid: uuid, transferId: publicId("transfer", uuid) };
}

/** Lets what was seen become deep enough, and be counted. */
export async function settleOn(bench: PaymentBench): Promise<void> {
  await bench.mine(2);
  await bench.watch();
}
