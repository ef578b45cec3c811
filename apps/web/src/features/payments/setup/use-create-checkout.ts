import { centsToDecimal } from "@hearth/domain/money";
import type { PaymentType } from "@hearth/domain/payments/status";
import { limits } from "@hearth/domain/limits";
import { useIdempotencyKey } from "../../../lib/idempotency-key.ts";
import { type Outputs, trpc } from "../../../lib/trpc.ts";
import { createPopupWindow } from "../../../lib/popup-window.ts";

/** What is to be paid to whom. */
export interface Order {
  amountCents: number;
  paymentType: PaymentType;
  /** Empty for the server's usual one. */
  description?: string;
  payee: { name: string; walletAddress: string };
  /** The lease that it is for. */
  leaseId?: string | undefined;
}

/** Creates a checkout; a second try with the same order is the same payment. Throws what the server says against it. */
export function useCreateCheckout(): (order: Order) => Promise<Outputs["payments"]["createCheckout"]> {
  const utils = trpc.useUtils();
  const createCheckout = trpc.payments.createCheckout.useMutation();
  const idempotency = useIdempotencyKey();
  return async ({ amountCents, paymentType, description = "", payee, leaseId }) => {
    const input = {
      amount: centsToDecimal(amountCents),
      paymentType,
      merchantWalletAddress: payee.walletAddress,
      merchantName: payee.name,
      ...(description === "" ? {} : { description }),
      ...(leaseId !== undefined && { leaseId }),
    };
    const created = await createCheckout.mutateAsync({ ...input, idempotencyKey: idempotency.keyFor(input) });
    idempotency.done();
    void utils.payments.dashboard.invalidate();
    return created;
  };
}

/** The hosted checkout's window. */
export const checkoutWindow = createPopupWindow("hearth-checkout", limits.checkoutPopup);
