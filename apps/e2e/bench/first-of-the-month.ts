import { createHearthClient } from "@hearth/client/hearth-client";
import { connectDatabase } from "@hearth/db/client";
import { factoryPassword } from "@hearth/db/testing/factories";
import { createTestDatabase } from "@hearth/db/testing/test-database";
import { centsToUsdcUnits, formatUsdc } from "@hearth/domain/money";
import { startEmbeddedPostgres } from "@hearth/local-postgres/embedded-postgres";
import { checkInvariants } from "@hearth/server/features/settlement/checking/check-invariants";
import { serverEnv } from "@hearth/server/testing/server-fixture";
import { type ServerProcess, startServerProcess } from "@hearth/server/testing/server-process";
import { startSimulator } from "@hearth/simulator/simulator";
import { setTimeout as sleep } from "node:timers/promises";
import { parseArgs } from "node:util";
import { payRent, type Step, steps } from "./day/pay-rent.ts";
import { makeTenancy } from "./day/people.ts";
import { table } from "./report/tables.ts";

/**
 * Simulates the first of the month. Everybody signs in, opens a checkout, signs, waits and gets a receipt on two or more server processes.
 * Meanwhile the landlord watches, and one of the servers is killed and restarted. Prints everybody's progress every ten seconds. Ends when
 * everybody has a receipt or the time is over, and then compares the money with the chain.
 * `npm run bench -- first-of-the-month --payers 5000 --minutes 9`
 */
const { values } = parseArgs({
  options: {
    payers: { type: "string", default: "60" },
    /** Seconds in which everybody arrives. */
    arrive: { type: "string", default: "30" },
    minutes: { type: "string", default: "5" },
    servers: { type: "string", default: "2" },
  },
});
const [count, arriveMs, limitMs] = [Number(values.payers), Number(values.arrive) * 1_000, Number(values.minutes) * 60_000];
const serverCount = Number(values.servers);
const lineMs = 10_000;
const downMs = 5_000;

const postgres = await startEmbeddedPostgres({ persistent: false });
const database = await createTestDatabase(postgres.url);
const connection = connectDatabase(database.url);
const simulator = await startSimulator();
const servers: ServerProcess[] = [];
try {
  const tenancy = await makeTenancy(connection.db, simulator.chain, count);
  const env = serverEnv(database.url, simulator);
  for (let number = 0; number < serverCount; number++) servers.push(await startServerProcess(env));

  const begun = performance.now();
  const ended = AbortSignal.timeout(limitMs);
  const reached: Record<Step, number> = { "signed in": 0, "checkout open": 0, authorized: 0, completed: 0, receipt: 0 };
  const waits: Record<Step, number[]> = { "signed in": [], "checkout open": [], authorized: [], completed: [], receipt: [] };
  const failures: string[] = [];
  const over = new AbortController();

  /** Like behind a load balancer: a payer whose server is gone uses another one. */
  const clientOf = (number: number) => (token: string | null) =>
    createHearthClient({ url: servers[number % servers.length]?.url ?? "", token });
  const everybody = tenancy.payers.map(async (payer, number) => {
    await sleep((number / count) * arriveMs);
    const tell = (step: Step, waitedMs: number) => {
      reached[step] += 1;
      waits[step].push(waitedMs);
    };
    await payRent(payer, clientOf(number), tell, ended).catch((error: unknown) => {
      if (!ended.aborted) failures.push(`payer ${number}: ${String(error)}`);
    });
  });

  const killing = (async () => {
    await sleep(arriveMs / 2);
    await servers.pop()?.kill();
    await sleep(downMs);
    servers.push(await startServerProcess(env));
    return performance.now() - begun;
  })();

  /** Totals of the landlord's page, every two seconds; null if the server refused because it was busy. */
  const shown: ({ ms: number; completed: number } | null)[] = [];
  const watching = (async () => {
    const { token } = await clientOf(0)(null).auth.login.mutate({ email: tenancy.landlordEmail, password: factoryPassword });
    while (!over.signal.aborted) {
      const asked = performance.now();
      const totals = await clientOf(0)(token)
        .merchant.transactionTotals.query({})
        .catch(() => null);
      shown.push(totals && { ms: performance.now() - asked, completed: totals.completed.count });
      await sleep(2_000);
    }
  })();

  const answered = () => shown.filter((each) => each !== null);
  const lines: string[][] = [];
  const writing = (async () => {
    while (!over.signal.aborted) {
      await sleep(lineMs);
      const seconds = ((performance.now() - begun) / 1_000).toFixed(0);
      const line = [`${seconds} s`, ...steps.map((step) => String(reached[step])), String(answered().at(-1)?.completed ?? 0)];
      process.stderr.write(`${line.join("\t")}\n`);
      lines.push(line);
    }
  })();

  await Promise.all(everybody);
  const took = (performance.now() - begun) / 1_000;
  const backAfter = await killing;
  over.abort();
  await Promise.all([watching, writing]);

  const middle = (of: number[], share: number) =>
    of.toSorted((left, right) => left - right)[Math.floor((of.length - 1) * share)] ?? Number.NaN;
  const seconds = (ms: number) => (Number.isNaN(ms) ? "" : `${(ms / 1_000).toFixed(1)} s`);
  const [counted] = await connection.sql<{ completed: number; cents: string }[]>`
    select count(*)::int as completed, coalesce(sum(amount_cents), 0)::text as cents from payments where status = 'completed'`;
  const [journal] = await connection.sql<{ units: string }[]>`
    select coalesce(-sum(units), 0)::text as units from journal_entries where account = 'payment'`;
  const onChain = await simulator.chain.usdcBalance(tenancy.payeeAddress);
  const broken = await checkInvariants(connection.db);

  process.stdout.write(`${table(["after", ...steps, "landlord sees completed"], lines)}\n\n`);
  process.stdout.write(
    `${table(
      ["step", "reached", "median wait", "99 of 100 within"],
      steps.map((step) => [step, `${reached[step]} of ${count}`, seconds(middle(waits[step], 0.5)), seconds(middle(waits[step], 0.99))]),
    )}\n\n`,
  );
  const completedUnits = centsToUsdcUnits(Number(counted?.cents ?? 0));
  const page = answered().map(({ ms }) => ms);
  const facts = [
    `${count} payers arrived within ${arriveMs / 1_000} s; after ${took.toFixed(0)} s ${reached.receipt} had a receipt.`,
    `One of ${serverCount} servers was killed after ${(arriveMs / 2_000).toFixed(0)} s, and served again ${(backAfter / 1_000).toFixed(0)} s after the beginning.`,
    `The landlord's page took ${middle(page, 0.5).toFixed(0)} ms in the median, ${middle(page, 0.99).toFixed(0)} ms for 99 of 100, and was refused ${shown.length - page.length} times of ${shown.length}.`,
    `The chain holds ${formatUsdc(onChain)} USDC for the landlord; ${counted?.completed ?? 0} completed payments come to ${formatUsdc(completedUnits)}, the journal credits ${formatUsdc(BigInt(journal?.units ?? 0))}.`,
    broken.length === 0 ? "The state is consistent." : broken.join("\n"),
    ...failures.slice(0, 5),
  ];
  process.stdout.write(`${facts.join("\n")}\n`);
  const isSound =
    broken.length === 0 && failures.length === 0 && BigInt(journal?.units ?? 0) === completedUnits && onChain >= completedUnits;
  // If everybody has a receipt, no transfer is in flight.
  if (!isSound || (reached.receipt === count && onChain !== completedUnits)) process.exitCode = 1;
} finally {
  await Promise.all(servers.map((server) => server.stop()));
  await connection.close();
  await simulator.stop();
  await database.close();
  await postgres.stop();
}
