import { createHearthClient } from "@hearth/client/hearth-client";
import { connectDatabase } from "@hearth/db/client";
import { factoryPassword } from "@hearth/db/testing/factories";
import { createTestDatabase } from "@hearth/db/testing/test-database";
import { centsToUsdcUnits, formatUsdc } from "@hearth/domain/money";
import { setAsideOthers } from "@hearth/domain/operations/alarms";
import { startEmbeddedPostgres } from "@hearth/local-postgres/embedded-postgres";
import { checkInvariants } from "@hearth/server/features/settlement/checking/check-invariants";
import { jobs } from "@hearth/server/jobs/declared";
import { serverEnv } from "@hearth/server/testing/server-fixture";
import { eventually, type ServerProcess, startServerProcess } from "@hearth/server/testing/server-process";
import { startSimulator } from "@hearth/simulator/simulator";
import { mkdtemp, rm } from "node:fs/promises";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { parseArgs } from "node:util";
import { payRent, type Step, steps } from "./day/pay-rent.ts";
import { makeTenancy } from "./day/people.ts";
import { makeJobsOverdue, plantPoisonedItems, poisonedEnv } from "./day/poisoned-items.ts";
import { table } from "./report/tables.ts";

/**
 * Simulates the first of the month. Everybody signs in, opens a checkout, signs, waits and gets a receipt on two or more server processes.
 * Meanwhile the landlord watches, and one of the servers is killed and restarted. Prints everybody's progress every ten seconds. Ends when
 * everybody has a receipt or the time is over, and then compares the money with the chain.
 * `npm run bench -- first-of-the-month --payers 5000 --minutes 9`
 *
 * `--poisoned` plants an item that always fails in the list of each job and loop, three payers among them. Then all other payers must be
 * served, and so must each list's other item. Each failing item must have one alarm.
 */
const { values } = parseArgs({
  options: {
    payers: { type: "string", default: "60" },
    /** Seconds in which everybody arrives. */
    arrive: { type: "string", default: "30" },
    minutes: { type: "string", default: "5" },
    servers: { type: "string", default: "2" },
    poisoned: { type: "boolean", default: false },
  },
});
const [count, arriveMs, limitMs] = [Number(values.payers), Number(values.arrive) * 1_000, Number(values.minutes) * 60_000];
const serverCount = Number(values.servers);
/** Payers whose payments fail, in addition to `count`. */
const poisonedPayers = values.poisoned ? 3 : 0;
/** An item that fails is tried again after a minute at first, and jobs run each minute. */
const poisonedLimitMs = 240_000;
const isAsServed = ({ items, alarms, isOtherServed }: { items: number; alarms: number; isOtherServed: boolean }) =>
  items === 1 && alarms === 1 && isOtherServed;
const lineMs = 10_000;
const downMs = 5_000;

const postgres = await startEmbeddedPostgres({ persistent: false });
const database = await createTestDatabase(postgres.url);
const connection = connectDatabase(database.url);
const simulator = await startSimulator();
const servers: ServerProcess[] = [];
const uploads = await mkdtemp(join(tmpdir(), "hearth-bench-uploads-"));
const pager = createServer((request, response) => {
  request.resume();
  request.on("end", () => response.writeHead(200).end());
});
try {
  await new Promise<void>((resolve) => pager.listen(0, "127.0.0.1", resolve));
  const address = pager.address();
  const pagerUrl = `http://127.0.0.1:${typeof address === "object" ? address?.port : 0}`;
  const tenancy = await makeTenancy(connection.db, simulator.chain, count + poisonedPayers);
  await makeJobsOverdue(connection, jobs);
  const [uncounted, unrecorded, unsent] = tenancy.payers.slice(count);
  const poisoned =
    uncounted && unrecorded && unsent ? await plantPoisonedItems(connection, { payers: [uncounted, unrecorded, unsent], uploads }) : [];
  // Planted rows break invariants themselves, so only what breaks after them counts.
  const brokenBefore = new Set(await checkInvariants(connection.db));
  const env = { ...serverEnv(database.url, simulator), ...poisonedEnv({ smtpUrl: simulator.smtpUrl, pagerUrl, uploads }) };
  for (let number = 0; number < serverCount; number++) servers.push(await startServerProcess(env));

  const startedMs = performance.now();
  const begunAt = new Date();
  const allServed = new AbortController();
  const ended = AbortSignal.any([AbortSignal.timeout(limitMs), allServed.signal]);
  const reached: Record<Step, number> = { "signed in": 0, "checkout open": 0, authorized: 0, completed: 0, receipt: 0 };
  const waits: Record<Step, number[]> = { "signed in": [], "checkout open": [], authorized: [], completed: [], receipt: [] };
  const failures: string[] = [];
  const over = new AbortController();

  /** Like behind a load balancer: a payer whose server is gone uses another one. */
  const clientOf = (number: number) => (token: string | null) =>
    createHearthClient({ url: servers[number % servers.length]?.url ?? "", token });
  const all = tenancy.payers.map(async (payer, number) => {
    // Those who fail come among the first.
    await sleep(((number % count) / count) * arriveMs);
    const tell = (step: Step, waitedMs: number) => {
      if (number >= count) return;
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
    return performance.now() - startedMs;
  })();

  /** Totals of the landlord's page, every two seconds; null if the server refused because it was busy. */
  const samples: ({ ms: number; completed: number } | null)[] = [];
  const watching = (async () => {
    const { token } = await clientOf(0)(null).auth.login.mutate({ email: tenancy.landlordEmail, password: factoryPassword });
    while (!over.signal.aborted) {
      const asked = performance.now();
      const totals = await clientOf(0)(token)
        .merchant.transactionTotals.query({})
        .catch(() => null);
      samples.push(totals && { ms: performance.now() - asked, completed: totals.completed.count });
      await sleep(2_000);
    }
  })();

  const answered = () => samples.filter((each) => each !== null);
  const lines: string[][] = [];
  const writing = (async () => {
    while (!over.signal.aborted) {
      await sleep(lineMs);
      const seconds = ((performance.now() - startedMs) / 1_000).toFixed(0);
      const line = [`${seconds} s`, ...steps.map((step) => String(reached[step])), String(answered().at(-1)?.completed ?? 0)];
      process.stderr.write(`${line.join("\t")}\n`);
      lines.push(line);
    }
  })();

  await Promise.all(all.slice(0, count));
  const took = (performance.now() - startedMs) / 1_000;
  const backAfter = await killing;
  over.abort();
  await Promise.all([watching, writing]);
  const aside = poisoned.length === 0 ? [] : await followPoisoned();
  allServed.abort();
  await Promise.all(all);

  /** Waits until each planted item was set aside and the other one of its list served, a few minutes at most. Answers how it went, by list. */
  async function followPoisoned() {
    const read = () =>
      Promise.all(
        poisoned.map(async ({ list, served }) => {
          const [row] = await connection.sql<{ items: number; own: number; shared: number }[]>`
            select (select count(*)::int from set_aside where list = ${list}) as items,
              (select count(*)::int from alarms where cleared_at is null and starts_with(key, ${`set-aside-${list}-`})) as own,
              (select count(*)::int from alarms where cleared_at is null and key = ${setAsideOthers}) as shared`;
          const [other] = await connection.sql.unsafe<{ served: boolean | null }[]>(served ?? "select true as served");
          // Twenty items have alarms of their own, and all further ones share one.
          const alarms = row?.own === 0 ? row.shared : (row?.own ?? 0);
          return { list, items: row?.items ?? 0, alarms, isOtherServed: other?.served === true };
        }),
      );
    return eventually(read, (rows) => rows.every(isAsServed), poisonedLimitMs).catch(read);
  }

  const middle = (numbers: number[], share: number) =>
    numbers.toSorted((left, right) => left - right)[Math.floor((numbers.length - 1) * share)] ?? Number.NaN;
  const seconds = (ms: number) => (Number.isNaN(ms) ? "" : `${(ms / 1_000).toFixed(1)} s`);
  const [counted] = await connection.sql<{ completed: number; cents: string }[]>`
    select count(*)::int as completed, coalesce(sum(amount_cents), 0)::text as cents from payments
    where status = 'completed' and created_at >= ${begunAt}`;
  const [journal] = await connection.sql<{ units: string }[]>`
    select coalesce(-sum(units), 0)::text as units from journal_entries
    where account = 'payment' and payment_id in (select id from payments where created_at >= ${begunAt})`;
  const onChain = await simulator.chain.usdcBalance(tenancy.payeeAddress);
  const broken = (await checkInvariants(connection.db)).filter((line) => !brokenBefore.has(line));

  process.stdout.write(`${table(["after", ...steps, "landlord sees completed"], lines)}\n\n`);
  process.stdout.write(
    `${table(
      ["step", "reached", "median wait", "99 of 100 within"],
      steps.map((step) => [step, `${reached[step]} of ${count}`, seconds(middle(waits[step], 0.5)), seconds(middle(waits[step], 0.99))]),
    )}\n\n`,
  );
  if (aside.length > 0) {
    const lines = aside.map(({ list, items, alarms, isOtherServed }) => [
      list,
      String(items),
      String(alarms),
      isOtherServed ? "yes" : "NO",
    ]);
    process.stdout.write(`${table(["poisoned list", "set aside", "alarms", "others served"], lines)}\n\n`);
  }
  const completedUnits = centsToUsdcUnits(Number(counted?.cents ?? 0));
  const page = answered().map(({ ms }) => ms);
  const facts = [
    `${count} payers arrived within ${arriveMs / 1_000} s; after ${took.toFixed(0)} s ${reached.receipt} had a receipt.`,
    `One of ${serverCount} servers was killed after ${(arriveMs / 2_000).toFixed(0)} s, and served again ${(backAfter / 1_000).toFixed(0)} s after the beginning.`,
    `The landlord's page took ${middle(page, 0.5).toFixed(0)} ms in the median, ${middle(page, 0.99).toFixed(0)} ms for 99 of 100, and was refused ${samples.length - page.length} times of ${samples.length}.`,
    `The chain holds ${formatUsdc(onChain)} USDC for the landlord; ${counted?.completed ?? 0} completed payments come to ${formatUsdc(completedUnits)}, the journal credits ${formatUsdc(BigInt(journal?.units ?? 0))}.`,
    broken.length === 0 ? "The state is consistent." : broken.join("\n"),
    ...failures.slice(0, 5),
  ];
  process.stdout.write(`${facts.join("\n")}\n`);
  const isSound =
    broken.length === 0 && failures.length === 0 && BigInt(journal?.units ?? 0) === completedUnits && onChain >= completedUnits;
  // With all receipts, no transfer is in flight. The exception is the money of two planted payments that cannot be completed.
  const isWhole = reached.receipt < count || onChain === completedUnits || poisoned.length > 0;
  if (!isSound || !isWhole || !aside.every(isAsServed)) process.exitCode = 1;
} finally {
  pager.close();
  await rm(uploads, { recursive: true, force: true });
  await Promise.all(servers.map((server) => server.stop()));
  await connection.close();
  await simulator.stop();
  await database.close();
  await postgres.stop();
}
