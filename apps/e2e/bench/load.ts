import { connectDatabase, type DatabaseConnection } from "@hearth/db/client";
import { factoryPassword, makeMerchant, makeUser } from "@hearth/db/testing/factories";
import { makePayment } from "@hearth/db/testing/payment-factories";
import { startEmbeddedPostgres } from "@hearth/local-postgres/embedded-postgres";
import { createTestDatabase } from "@hearth/db/testing/test-database";
import { publicId } from "@hearth/domain/ids";
import { startServerProcess } from "@hearth/server/testing/server-process";

/**
 * How many reads a second one server answers, and how long each takes, with a large table behind it: a payment's status, the newest page of a
 * history, and a page from the middle of it. Brings its own database and server. `node apps/e2e/bench/load.ts`, perhaps with a number of payments.
 */
const rows = Number(process.argv[2] ?? 100_000);
const rowsAtOnce = 5_000;
const connections = 20;
const secondsEach = 10;

const postgres = await startEmbeddedPostgres({ persistent: false });
const database = await createTestDatabase(postgres.url);
const connection = connectDatabase(database.url);
const server = await startServerProcess({ DATABASE_URL: database.url, RPC_URL: "http://127.0.0.1:1" });
try {
  const { consumer, paymentId } = await fill(connection);
  const { token } = await server.client().auth.login.mutate({ email: consumer.email, password: factoryPassword });
  const middle = await connection.sql<{ id: string; created_at: Date }[]>`
    select id, created_at from payments where consumer_id = ${consumer.id} order by created_at desc, id desc offset ${rows / 2} limit 1`;
  const cursor = middle[0] && `${new Date(middle[0].created_at).toISOString()}_${publicId("payment", middle[0].id)}`;
  const ways: [name: string, path: string][] = [
    ["status of a payment", `/trpc/payments.status?input=${encodeURIComponent(JSON.stringify({ paymentId }))}`],
    ["newest page of 100", `/trpc/payments.list?input=${encodeURIComponent(JSON.stringify({ limit: 100 }))}`],
    ["page of 100 from the middle", `/trpc/payments.list?input=${encodeURIComponent(JSON.stringify({ limit: 100, cursor }))}`],
  ];
  process.stdout.write(`${rows} payments, ${connections} connections, ${secondsEach} s each\n`);
  for (const [name, path] of ways) process.stdout.write(`${name}: ${await measure(server.url + path, token)}\n`);
} finally {
  await server.stop();
  await connection.close();
  await database.close();
  await postgres.stop();
}

/** One consumer with that many ended payments, a second apart, at one merchant. */
async function fill({ db, sql }: DatabaseConnection) {
  const consumer = await makeUser(db);
  const { merchant } = await makeMerchant(db);
  const like = await makePayment(db, { consumerId: consumer.id, merchantId: merchant.id, status: "failed", createdAt: new Date() });
  for (let from = 1; from <= rows; from += rowsAtOnce) {
    await sql`
      insert into payments (id, consumer_id, merchant_id, payee_id, payee_address, amount_cents, chain_id, token_address, description, status,
                            reference, binding, code, created_at, expires_at, ended_at)
      select uuidv7(), consumer_id, merchant_id, payee_id, payee_address, amount_cents, chain_id, token_address, description, status,
             encode(sha256(('r' || number)::bytea), 'hex'), '0x' || encode(sha256(('b' || number)::bytea), 'hex'), 'L' || number,
             created_at - number * interval '1 second', expires_at - number * interval '1 second', ended_at - number * interval '1 second'
      from payments, generate_series(${from}::int, ${Math.min(rows, from + rowsAtOnce - 1)}::int) as number
      where id = ${like.id}`;
  }
  await sql`analyze payments`;
  return { consumer, paymentId: publicId("payment", like.id) };
}

/** Asks over and over on every connection, each question after the answer before. */
async function measure(url: string, token: string): Promise<string> {
  const took: number[] = [];
  const end = performance.now() + secondsEach * 1_000;
  const ask = async () => {
    while (performance.now() < end) {
      const begin = performance.now();
      const answer = await fetch(url, { headers: { authorization: `Bearer ${token}` } });
      await answer.arrayBuffer();
      if (!answer.ok) throw new Error(`The server answered ${answer.status}.`);
      took.push(performance.now() - begin);
    }
  };
  await Promise.all(Array.from({ length: connections }, ask));
  const sorted = took.toSorted((left, right) => left - right);
  const at = (share: number) => sorted[Math.floor((sorted.length - 1) * share)]?.toFixed(1);
  return `${Math.round(took.length / secondsEach)} a second, median ${at(0.5)} ms, 99 of 100 within ${at(0.99)} ms`;
}
