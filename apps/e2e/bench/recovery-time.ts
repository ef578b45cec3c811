import { createTestDatabase } from "@hearth/db/testing/test-database";
import { startKillablePostgres } from "@hearth/server/testing/killable-postgres";
import { eventually, startServerProcess } from "@hearth/server/testing/server-process";

/**
 * Measures the time until a server serves again after PostgreSQL was killed: until PostgreSQL has recovered from its disk, and from then
 * on. Also the time after the server itself was killed. Starts its own database and server. `npm run bench -- recovery`
 */
const rounds = 5;
const postgres = await startKillablePostgres();
const database = await createTestDatabase(postgres.url);
const env = { DATABASE_URL: database.url, RPC_URL: "http://127.0.0.1:1" };
let server = await startServerProcess(env);
const isReady = async () => (await fetch(`${server.url}/health/ready`)).ok;
try {
  for (let round = 1; round <= rounds; round++) {
    await postgres.kill();
    const killed = performance.now();
    await postgres.start();
    const up = performance.now();
    await eventually(isReady, (ready) => ready);
    const served = performance.now();
    await server.kill();
    const gone = performance.now();
    server = await startServerProcess(env);
    const figures = { database: up - killed, thenServing: served - up, serverAnew: performance.now() - gone };
    const texts = Object.entries(figures).map(([name, ms]) => `${name} ${ms.toFixed(0)} ms`);
    process.stdout.write(`round ${round}: ${texts.join(", ")}\n`);
  }
} finally {
  await server.stop();
  await database.close();
  await postgres.close();
}
