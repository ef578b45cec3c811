import { onrampOrders } from "@hearth/db/schema/onramp-orders";
import { makeMerchant, makeUser } from "@hearth/db/testing/factories";
import { type Simulator, startSimulator } from "@hearth/simulator/simulator";
import { freePort } from "@hearth/processes/free-port";
import { generatePrivateKey, privateKeyToAccount } from "viem/accounts";
import { followOrders } from "../features/payments/onramp/follow-orders.ts";
import { watchChain } from "../features/settlement/reading/watch-chain.ts";
import { exchangeEnv } from "./exchange-env.ts";
import { type Harness, startHarness } from "./harness.ts";

/** A server that uses a simulator's onramp, and a merchant who is paid through it. */
export interface OnrampFixture {
  harness: Harness;
  simulator: Simulator;
  merchantId: string;
  /** Opens a checkout of a new consumer for this many dollars. */
  checkout(amount: string): Promise<OpenCheckout>;
  /** Advances the server by ten seconds. The next block gets its time. */
  tick(): Promise<void>;
  /** Pays in the onramp's window. The next block gets the server's time. */
  pay(onrampUrl: string): Promise<void>;
  /** Mines blocks and runs the onramp and chain jobs until neither has news. */
  settle(): Promise<void>;
  /** The newest order of all. */
  newestOrder(): Promise<typeof onrampOrders.$inferSelect | undefined>;
  close(): Promise<void>;
}

interface OpenCheckout {
  userId: string;
  call: ReturnType<Harness["caller"]>["payments"];
  paymentId: string;
  reference: string;
}

/** Starts the fixture for one test file. Close it at the end. */
export async function startOnrampFixture(): Promise<OnrampFixture> {
  const port = await freePort();
  const simulator = await startSimulator({ manual: true, webhookUrl: `http://127.0.0.1:${port}/api/webhooks/onramp` });
  const harness = await startHarness({ env: { ...exchangeEnv(simulator), RPC_URL: simulator.rpcUrl, BROWSER_RPC_URL: simulator.rpcUrl } });
  const { deps, db, clock } = harness;
  await harness.app.listen({ port, host: "127.0.0.1" });
  const { merchant } = await makeMerchant(db, { payeeAddress: privateKeyToAccount(generatePrivateKey()).address });
  await simulator.chain.mine(2);
  await watchChain(deps);
  const readChain = async () => {
    while ((await watchChain(deps)).more);
  };
  const tick = async () => {
    clock.advance({ seconds: 10 });
    const { time } = await deps.chain.head();
    // The chain's first blocks have the machine's time, which is ahead where the start took long.
    if (clock.now() <= time) clock.set(new Date(time.getTime() + 1_000));
    await simulator.chain.setNextBlockTime(clock.now());
  };
  return {
    harness,
    simulator,
    tick,
    merchantId: merchant.id,
    checkout: async (amount) => {
      const user = await makeUser(db, { enrolledMerchantId: merchant.id, enrolledAt: clock.now() });
      const call = harness.caller(await harness.signIn(user.id)).payments;
      const { paymentId, checkoutURL } = await call.createCheckout({ amount });
      return { userId: user.id, call, paymentId, reference: checkoutURL.split("/").at(-1) ?? "" };
    },
    pay: async (onrampUrl) => {
      await tick();
      await fetch(onrampUrl, { method: "POST", headers: { "content-type": "application/x-www-form-urlencoded" } });
    },
    settle: async () => {
      await simulator.chain.mine(3);
      clock.advance({ seconds: 6 });
      for (let round = 0; round < 2; round += 1) {
        await readChain();
        while (await followOrders(deps));
      }
      await readChain();
    },
    newestOrder: async () => (await db.select().from(onrampOrders).orderBy(onrampOrders.id)).at(-1),
    close: async () => {
      await harness.close();
      await simulator.stop();
    },
  };
}
