import { readFile } from "node:fs/promises";
import { Agent, get } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import { connectDatabase } from "@hearth/db/client";
import { makeMerchant, makeUser } from "@hearth/db/testing/factories";
import { makePayment } from "@hearth/db/testing/payment-factories";
import { createTestDatabase } from "@hearth/db/testing/test-database";
import { publicId } from "@hearth/domain/ids";
import { startEmbeddedPostgres } from "@hearth/local-postgres/embedded-postgres";
import { createToken, hashToken } from "@hearth/server/features/auth/sessions/tokens";
import { startLyingNode } from "@hearth/server/testing/lying-node";
import { type ServerProcess, startServerProcess } from "@hearth/server/testing/server-process";
import { startLocalChain } from "@hearth/simulator/local-chain";

/**
 * Measures the cost of many payers waiting at once, each with a stream of their own, on two server processes. Reports memory, the latency
 * of a payment's status for others, the delay of an event, and the requests to the node. Starts its own database, chain and servers. Needs
 * two descriptors a payer (`ulimit -n`). `npm run bench -- waiting`, optionally with the number of payers.
 */
const payers = Number(process.argv[2] ?? 10_000);
const openedAtOnce = 40;
const rowsAtOnce = 500;
const probesPerSecond = 20;
const probedSeconds = 20;
const events = Math.min(1_000, payers);
const heardLimitMs = 60_000;

const postgres = await startEmbeddedPostgres({ persistent: false });
const database = await createTestDatabase(postgres.url);
const connection = connectDatabase(database.url);
const chain = await startLocalChain();
const node = await startLyingNode(chain.rpcUrl);
const env = { DATABASE_URL: database.url, RPC_URL: node.url, BROWSER_RPC_URL: chain.rpcUrl };
const servers = [await startServerProcess(env), await startServerProcess(env)];
const agent = new Agent({ keepAlive: true, maxSockets: Infinity });
const { db, sql } = connection;

/** A payer, and when they last received an event of their payment. */
interface Waiting {
  uuid: string;
  token: string;
  heardAt: number;
  isClosed: boolean;
}

try {
  const waiting = await fill();
  const probe = waiting.pop();
  if (!probe) throw new Error("Nobody waits");
  const none = await measure(probe);
  const startedMs = performance.now();
  for (let start = 0; start < waiting.length; start += openedAtOnce)
    await Promise.all(waiting.slice(start, start + openedAtOnce).map((payer, turn) => open(payer, serverOf(turn))));
  const openedSeconds = (performance.now() - startedMs) / 1_000;
  const all = await measure(probe);
  const delay = await tell(waiting.slice(0, events));
  const lost = waiting.filter(({ isClosed }) => isClosed).length;
  process.stdout.write(
    `${payers} streams on two processes, opened in ${openedSeconds.toFixed(0)} s; ${lost} of them were closed by the server\n`,
  );
  console.table({ "nobody waits": none, "all wait": all });
  process.stdout.write(`an event of ${events} payers at once: ${delay}\n`);
} finally {
  agent.destroy();
  await Promise.all(servers.map((server) => server.kill()));
  await connection.close();
  await Promise.all([node.close(), chain.stop(), database.close()]);
  await postgres.stop();
}

function serverOf(turn: number): ServerProcess {
  const server = servers[turn % servers.length];
  if (!server) throw new Error("There is no server");
  return server;
}

/** Creates `payers` payers and one more, each signed in and with an open checkout. */
async function fill(): Promise<Waiting[]> {
  const { merchant } = await makeMerchant(db);
  const user = await makeUser(db);
  const like = await makePayment(db, { consumerId: user.id, merchantId: merchant.id, expiresAt: new Date(Date.now() + 3_600_000) });
  const filled: Waiting[] = [];
  for (let from = 0; from <= payers; from += rowsAtOnce) {
    const tokens = Array.from({ length: Math.min(rowsAtOnce, payers + 1 - from) }, () => createToken("auth"));
    const rows = await sql<{ uuid: string; number: number }[]>`
      with people as (
        insert into users (id, email, password_hash, first_name, last_name)
        select uuidv7(), 'waiting' || number || '@hearth.test', u.password_hash, 'Payer', number::text
        from users u, generate_series(${from}::int, ${from + tokens.length - 1}::int) as number where u.id = ${user.id} returning id, last_name
      ), numbered as (select id, last_name::int as number from people
      ), opened as (
        insert into sessions (user_id, kind, token_hash, last_used_at, idle_expires_at, expires_at)
        select id, 'auth', hashes.value->>(number - ${from}::int), now(), now() + interval '1 day', now() + interval '1 day'
        from numbered, (select ${JSON.stringify(tokens.map(hashToken))}::text::jsonb as value) hashes
      )
      insert into payments (id, consumer_id, merchant_id, payee_id, payee_address, amount_cents, chain_id, token_address, description, status,
                            reference, binding, code, created_at, expires_at)
      select uuidv7(), n.id, merchant_id, payee_id, payee_address, amount_cents, chain_id, token_address, description, status,
             encode(sha256(('r' || n.number)::bytea), 'hex'), '0x' || encode(sha256(('b' || n.number)::bytea), 'hex'), 'N' || n.number, created_at, expires_at
      from payments p, numbered n where p.id = ${like.id}
      returning id as uuid, substring(code from 2)::int as number`;
    filled.push(...rows.map(({ uuid, number }) => ({ uuid, token: tokens[number - from] ?? "", heardAt: 0, isClosed: false })));
  }
  return filled;
}

function address(server: ServerProcess, procedure: string, input: object): string {
  return `${server.url}/trpc/${procedure}?input=${encodeURIComponent(JSON.stringify(input))}`;
}

/** Opens a payer's stream and waits for its first view. */
async function open(payer: Waiting, server: ServerProcess): Promise<void> {
  const headers = { authorization: `Bearer ${payer.token}`, accept: "text/event-stream" };
  const paymentId = publicId("payment", payer.uuid);
  await new Promise<void>((resolve, reject) => {
    const request = get(address(server, "account.watch", { payments: [paymentId] }), { agent, headers }, (answer) => {
      if (answer.statusCode !== 200) return reject(new Error(`The server answered ${answer.statusCode}.`));
      answer.setEncoding("utf8").on("data", (text: string) => {
        if (!text.includes('"status"')) return;
        payer.heardAt = performance.now();
        resolve();
      });
      const end = () => {
        payer.isClosed = true;
      };
      answer.on("end", end).on("error", end);
    });
    request.on("error", reject);
  });
}

/** Requests a payment's status at an even pace on both processes, like a payer without a stream. */
async function measure(probe: Waiting) {
  node.callsByMethod.clear();
  const took: Promise<number>[] = [];
  const startedMs = performance.now();
  for (let turn = 0; turn < probesPerSecond * probedSeconds; turn++) {
    took.push(ask(address(serverOf(turn), "payments.status", { paymentId: publicId("payment", probe.uuid) }), probe.token));
    await sleep(Math.max(0, startedMs + ((turn + 1) * 1_000) / probesPerSecond - performance.now()));
  }
  const calls = [...node.callsByMethod.values()].reduce((sum, count) => sum + count, 0) / ((performance.now() - startedMs) / 1_000);
  const times = await Promise.all(took);
  const memory = await Promise.all(servers.map(memoryOf));
  return {
    "MB of each process": memory.map((mb) => mb.toFixed(0)).join(", "),
    "status, median ms": share(times, 0.5),
    "status, 99 of 100 ms": share(times, 0.99),
    "node calls a second": calls.toFixed(1),
  };
}

async function ask(url: string, token: string): Promise<number> {
  const startedMs = performance.now();
  const answer = await fetch(url, { headers: { authorization: `Bearer ${token}` } });
  await answer.arrayBuffer();
  if (!answer.ok) throw new Error(`The server answered ${answer.status}.`);
  return performance.now() - startedMs;
}

/** Resident memory in MB. */
async function memoryOf({ pid }: ServerProcess): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, "utf8");
  return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? Number.NaN) / 1_024;
}

/** Triggers an event of each of these payments at once, and measures the delay until their payers' streams report it. */
async function tell(notified: Waiting[]): Promise<string> {
  const startedMs = performance.now();
  await sql`select pg_notify('payment_events', id || ':0') from jsonb_array_elements_text(${JSON.stringify(notified.map(({ uuid }) => uuid))}::text::jsonb) as id`;
  while (notified.some(({ heardAt }) => heardAt < startedMs) && performance.now() - startedMs < heardLimitMs) await sleep(20);
  const times = notified.map(({ heardAt }) => (heardAt < startedMs ? Infinity : heardAt - startedMs));
  return `median ${share(times, 0.5)} ms, 99 of 100 within ${share(times, 0.99)} ms`;
}

function share(times: number[], part: number): string {
  const sorted = times.toSorted((left, right) => left - right);
  return sorted[Math.floor((sorted.length - 1) * part)]?.toFixed(0) ?? "";
}
