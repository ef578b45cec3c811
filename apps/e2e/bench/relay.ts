import { mostTogether, multicall3Address } from "@hearth/chain/authorization-batch";
import { networks } from "@hearth/chain/networks";
import { testWalletKey } from "@hearth/chain/test-wallet";
import { transferAuthorizationTypedData } from "@hearth/chain/usdc";
import { usdcAbi } from "@hearth/chain/usdc-abi";
import { connectDatabase } from "@hearth/db/client";
import { makeMerchant } from "@hearth/db/testing/factories";
import { makePayment } from "@hearth/db/testing/payment-factories";
import { createTestDatabase } from "@hearth/db/testing/test-database";
import { centsToUsdcUnits, formatUsd } from "@hearth/domain/money";
import { startEmbeddedPostgres } from "@hearth/local-postgres/embedded-postgres";
import { startServerProcess } from "@hearth/server/testing/server-process";
import { demoAccounts } from "@hearth/simulator/demo-accounts";
import { startLocalChain } from "@hearth/simulator/local-chain";
import { setTimeout as sleep } from "node:timers/promises";
import { type Address, createPublicClient, createWalletClient, encodeFunctionData, type Hex, http, multicall3Abi } from "viem";
import { privateKeyToAccount } from "viem/accounts";
import { processorMs } from "./measure/process-use.ts";

/**
 * Measures payers' waits from their signature to the completed payment. All sign within five seconds, each with their own wallet, on blocks
 * of two seconds. Also measures the checkout page meanwhile. Starts its own database, chain and server. `npm run bench -- relay`,
 * optionally with a number of payers.
 */
const payers = Number(process.argv[2] ?? 1_000);
const withinMs = Number(process.argv[3] ?? 5_000);
const patienceMs = 900_000;
const amountCents = 145_000;
const network = networks.local;

const postgres = await startEmbeddedPostgres({ persistent: false });
const database = await createTestDatabase(postgres.url);
const connection = connectDatabase(database.url);
const chain = await startLocalChain({ blockTimeSeconds: 2 });
const server = await startServerProcess({
  DATABASE_URL: database.url,
  RPC_URL: chain.rpcUrl,
  BROWSER_RPC_URL: chain.rpcUrl,
  RELAYER_PRIVATE_KEY: demoAccounts.relayer.privateKey,
});
const { db, sql } = connection;
const printLine = (line: string) => process.stdout.write(`${line}\n`);

try {
  const accounts = Array.from({ length: payers }, (_, number) => privateKeyToAccount(testWalletKey(`relay bench ${number}`)));
  await fund(accounts.map(({ address }) => address));
  const { id: merchantId } = (await makeMerchant(db)).merchant;
  const requests = [];
  for (const account of accounts) requests.push(await sign(account, await makePayment(db, { merchantId, amountCents })));
  printLine(`${payers} payers have signed ${formatUsd(amountCents)} each; the server receives all of them within ${withinMs / 1_000} s`);

  const worked = async () => ((await processorMs(server.pid)) ?? Number.NaN) / 1_000;
  const workedBefore = await worked();
  const startedMs = performance.now();
  const since = () => (performance.now() - startedMs) / 1_000;
  const client = server.client();
  const refused = new Map<string, number>();
  const submitted = Promise.all(
    requests.map(async (request, place) => {
      await sleep((place * withinMs) / payers);
      await client.payments.authorize.mutate(request).catch((error: Error) => {
        refused.set(error.message, (refused.get(error.message) ?? 0) + 1);
      });
      return since();
    }),
  );
  const waits: number[] = [];
  const ending = new AbortController();
  const watching = (async () => {
    while (!ending.signal.aborted) {
      const reference = requests[Math.floor(Math.random() * payers)]?.reference ?? "";
      const asked = performance.now();
      await client.payments.checkout.query({ reference });
      waits.push(performance.now() - asked);
      await sleep(50);
    }
  })();
  const accepted = (await submitted).at(-1) ?? 0;
  printLine(`submitted: ${payers} in ${since().toFixed(1)} s, the last answered after ${accepted.toFixed(1)} s`);
  printLine(`processor seconds of the server until then: ${((await worked()) - workedBefore).toFixed(1)}`);
  for (const [message, count] of refused) printLine(`refused: ${count} times "${message}"`);
  let completed = 0;
  while (completed < payers && performance.now() - startedMs < patienceMs) {
    await sleep(250);
    const [row] = await sql<{ count: number }[]>`select count(*)::int as count from payments where status = 'completed'`;
    completed = row?.count ?? 0;
  }
  const seconds = since();
  ending.abort();
  await watching;
  printLine(`completed: ${completed} in ${seconds.toFixed(1)} s, ${(completed / seconds).toFixed(1)} a second`);
  printLine(`processor seconds of the server until then: ${((await worked()) - workedBefore).toFixed(1)}`);
  const sent = await sql<{ tx_hash: Hex; carries: number }[]>`select tx_hash, carries from relay_transactions where status = 'mined'`;
  const reader = createPublicClient({ transport: http(chain.rpcUrl) });
  const receipts = await Promise.all(sent.map(({ tx_hash: hash }) => reader.getTransactionReceipt({ hash })));
  const gas = receipts.reduce((sum, { gasUsed }) => sum + Number(gasUsed), 0);
  const carried = sent.reduce((sum, { carries }) => sum + carries, 0);
  printLine(
    `gas: ${Math.round(gas / carried)} a payment, ${sent.length} transactions, the largest with ${Math.max(...sent.map(({ carries }) => carries))}`,
  );
  const failed = await sql<{ failure: string; count: number }[]>`
    select failure, count(*)::int as count from relays where status = 'failed' group by failure`;
  for (const { failure, count } of failed) printLine(`failed: ${count} times ${failure}`);
  const sorted = waits.toSorted((left, right) => left - right);
  const percentile = (share: number) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))]?.toFixed(0);
  printLine(
    `a checkout's page meanwhile: median ${percentile(0.5)} ms, p99 ${percentile(0.99)} ms, longest ${percentile(1)} ms, of ${sorted.length}`,
  );
} finally {
  await server.stop();
  await connection.close();
  await chain.stop();
  await database.close();
  await postgres.stop();
}

/** Mints every payer's USDC, for many in one transaction. */
async function fund(addresses: Address[]): Promise<void> {
  const bank = privateKeyToAccount(testWalletKey("relay bench bank"));
  await chain.fundGas(bank.address);
  const wallet = createWalletClient({ account: bank, transport: http(chain.rpcUrl) });
  const reader = createPublicClient({ transport: http(chain.rpcUrl) });
  for (let from = 0; from < addresses.length; from += mostTogether.keys) {
    const calls = addresses.slice(from, from + mostTogether.keys).map((address) => ({
      target: network.usdc.address,
      allowFailure: false,
      callData: encodeFunctionData({ abi: usdcAbi, functionName: "mint", args: [address, centsToUsdcUnits(amountCents)] }),
    }));
    const data = encodeFunctionData({ abi: multicall3Abi, functionName: "aggregate3", args: [calls] });
    const hash = await wallet.sendTransaction({ chain: null, to: multicall3Address, data, gas: 14_000_000n });
    await reader.waitForTransactionReceipt({ hash });
  }
}

/** The input of `payments.authorize`, signed by the payer. */
async function sign(account: ReturnType<typeof privateKeyToAccount>, payment: Awaited<ReturnType<typeof makePayment>>) {
  const { validAfter, validBefore } = await server.client().payments.checkout.query({ reference: payment.reference });
  const auth = { from: account.address, to: payment.payeeAddress, usdcUnits: centsToUsdcUnits(amountCents), nonce: payment.binding };
  const times = { validAfter: BigInt(validAfter), validBefore: BigInt(validBefore) };
  const signature = await account.signTypedData(transferAuthorizationTypedData({ ...auth, ...times, network }));
  return { reference: payment.reference, from: account.address, validAfter, validBefore, signature };
}
