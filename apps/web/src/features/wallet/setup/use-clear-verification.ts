import { trpc } from "../../../lib/trpc.ts";

/** Forgets how linking went, on the server and here, so that it can begin anew. */
export function useClearVerification(onCleared: () => void) {
  const utils = trpc.useUtils();
  return trpc.exchange.clearVerification.useMutation({
    onSuccess: async () => {
      await Promise.all([utils.exchange.invalidate(), utils.wallet.invalidate()]);
      onCleared();
    },
  });
}
