import { limits } from "@hearth/domain/limits";
import { trpc } from "../../../lib/trpc.ts";

/** How many transfers of exactly this amount came from wallets that are not the payer's own, while one waits for the payment. */
export function useUnrecognised(checkoutURL: string | null): number {
  const reference = checkoutURL?.split("/").at(-1) ?? "";
  const checkout = trpc.payments.checkout.useQuery(
    { reference },
    { enabled: checkoutURL !== null, refetchInterval: limits.statusPollSeconds * 2_000 },
  );
  return checkout.data?.unrecognised ?? 0;
}
