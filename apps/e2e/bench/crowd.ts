import { networks } from "@hearth/chain/networks";
import { testWalletKey } from "@hearth/chain/test-wallet";
import { encodeTransfer } from "@hearth/chain/usdc";
import { connectDatabase } from "@hearth/db/client";
import { makeMerchant } from "@hearth/db/testing/factories";
import { makePayment } from "@hearth/db/testing/payment-factories";
import { createTestDatabase } from "@hearth/db/testing/test-database";
import { centsToUsdcUnits } from "@hearth/domain/money";
import { startEmbeddedPostgres } from "@hearth/local-postgres/embedded-postgres";
import { gatherCrowd } from "@hearth/server/testing/crowd";
import { startServerProcess } from "@hearth/server/testing/server-process";
import { startLocalChain } from "@hearth/simulator/local-chain";
import { setTimeout as sleep } from "node:timers/promises";
import { createWalletClient, http } from "viem";
import { privateKeyToAccount } from "viem/accounts";

/**
 * Measures a payer's wait from the block that confirms their transfer to the completed payment. Measures it alone, and while strangers
 * flood a wallet with transfers in full blocks: at another merchant, and at the owner of that wallet. Starts its own database, chain and
 * server, and mines a block every two seconds. `npm run bench -- crowd`, optionally with the number of transfers and the number per block.
 */
const crowdSize = Number(process.argv[2] ?? 100_000);
const perBlock = Number(process.argv[3] ?? 5_000);
const perTransaction = 500;
const roundsAlone = 10;
const blockMs = 2_000;

const postgres = await startEmbeddedPostgres({ persistent: false });
const database = await createTestDatabase(postgres.url);
const connection = connectDatabase(database.url);
const chain = await startLocalChain({ manual: true });
const server = await startServerProcess({ DATABASE_URL: database.url, RPC_URL: chain.rpcUrl, BROWSER_RPC_URL: chain.rpcUrl });
const { db, sql } = connection;
try {
  const [payer, stranger] = ["bench payer", "bench stranger"].map((name) => privateKeyToAccount(testWalletKey(name)));
  if (!payer || !stranger) throw new Error("There are no accounts");
  for (const { address } of [payer, stranger]) await chain.fundGas(address);
  await chain.mintUsdc(payer.address, 1_000_000_000_000n);
  const crowd = await gatherCrowd(chain, stranger);
  const wallet = createWalletClient({ account: payer, transport: http(chain.rpcUrl) });
  const landlord = (await makeMerchant(db)).merchant.id;
  const { merchant: crowded, payee } = await makeMerchant(db);
  if (!payee) throw new Error("There is no wallet");
  const busy = payee.address;
  await chain.mine(3);

  /** Sends a payment's money, which is in the next block. */
  const pay = async (merchantId: string) => {
    const { id, payeeAddress: to, amountCents, binding } = await makePayment(db, { merchantId, amountCents: 12_000 });
    const data = encodeTransfer({ to, usdcUnits: centsToUsdcUnits(amountCents), binding });
    await wallet.sendTransaction({ chain: null, to: networks.local.usdc.address, data, gas: 200_000n });
    return id;
  };
  const completed = async (id: string) => {
    for (;;) {
      const [row] = await sql<{ status: string }[]>`select status from payments where id = ${id}`;
      if (row?.status === "completed") return performance.now();
      await sleep(10);
    }
  };
  /** Pays both merchants once in each of `blocks` blocks. Returns how long after the confirming block each payment was completed, in ms. */
  const measure = async (blocks: number, strangers: number) => {
    const waits: Record<"elsewhere" | "there", Promise<number>[]> = { elsewhere: [], there: [] };
    let unconfirmed: { elsewhere: string; there: string } | null = null;
    for (let block = 0; block <= blocks; block++) {
      const due = performance.now() + blockMs;
      for (let sent = 0; block < blocks && sent < strangers; sent += perTransaction)
        await crowd.send({ to: busy, usdcUnits: 1_000_000n, times: Math.min(perTransaction, strangers - sent) });
      const paid = block < blocks ? { elsewhere: await pay(landlord), there: await pay(crowded.id) } : null;
      await chain.mine(1);
      const mined = performance.now();
      for (const where of ["elsewhere", "there"] as const)
        if (unconfirmed !== null) waits[where].push(completed(unconfirmed[where]).then((at) => at - mined));
      unconfirmed = paid;
      await sleep(Math.max(0, due - performance.now()));
    }
    return { elsewhere: describe(await Promise.all(waits.elsewhere)), there: describe(await Promise.all(waits.there)) };
  };
  const describeWaits = (title: string, { elsewhere, there }: { elsewhere: string; there: string }) =>
    process.stdout.write(`${title}\n  at another wallet: ${elsewhere}\n  at the strangers' wallet: ${there}\n`);
  const describe = (waits: number[]) => {
    const sorted = waits.toSorted((left, right) => left - right);
    return `median ${sorted[Math.floor(sorted.length / 2)]?.toFixed(0)} ms, longest ${sorted.at(-1)?.toFixed(0)} ms, of ${sorted.length} payments`;
  };
  await measure(3, 0);
  describeWaits("alone", await measure(roundsAlone, 0));
  describeWaits(`among ${crowdSize} transfers, ${perBlock} a block`, await measure(Math.ceil(crowdSize / perBlock), perBlock));
  const startedMs = performance.now();
  for (;;) {
    const [row] = await sql<
      { count: number }[]
    >`select count(*)::int as count from transfers where to_address = ${busy} and payment_id is null`;
    if (row?.count === crowdSize) break;
    await sleep(100);
  }
  process.stdout.write(
    `all of them stored ${((performance.now() - startedMs) / 1_000).toFixed(1)} s after the last payment was completed\n`,
  );
  describeWaits("alone again", await measure(roundsAlone, 0));
  await chain.mine(70);
  describeWaits("while they become final", await measure(roundsAlone, 0));
} finally {
  await server.stop();
  await connection.close();
  await chain.stop();
  await database.close();
  await postgres.stop();
}
