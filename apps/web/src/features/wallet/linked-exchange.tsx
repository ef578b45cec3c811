import { trpc } from "../../lib/trpc.ts";
import { Button } from "../../ui/button.tsx";
import { Fact, Facts } from "../../ui/facts.tsx";
import { Note } from "../../ui/note.tsx";
import { Stack } from "../../ui/stack.tsx";
import { Hash } from "../../ui/hash.tsx";

/** The linked account at the exchange, and the way to take it off again. */
export function LinkedExchange() {
  const utils = trpc.useUtils();
  const { data } = trpc.exchange.checkWallet.useQuery();
  const clear = trpc.exchange.clearConnection.useMutation({
    onSuccess: async () => {
      await Promise.all([utils.wallet.invalidate(), utils.exchange.invalidate()]);
    },
  });
  return (
    <Stack>
      <Facts ruled>
        <Fact label="Coinbase account">
          {data?.walletAddress ? <Hash value={data.walletAddress} shape="detail" what="wallet address" /> : "Connected"}
        </Fact>
      </Facts>
      {clear.isError && <Note tone="bad" title="Failed to reset wallet connection. Please try again." announce />}
      <Button size="small" look="quiet" busy={clear.isPending} onClick={() => clear.mutate()}>
        Disconnect Coinbase
      </Button>
    </Stack>
  );
}
