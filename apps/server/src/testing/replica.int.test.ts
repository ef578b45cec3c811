import { once } from "node:events";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { connect, createServer, type Socket } from "node:net";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { connectDatabase, type DatabaseConnection } from "@hearth/db/client";
import { migrateDatabase } from "@hearth/db/migrate";
import { followReplica, type Replica } from "@hearth/db/replica";
import { makePayment } from "@hearth/db/testing/payment-factories";
import { type EmbeddedPostgres, startEmbeddedPostgres } from "@hearth/local-postgres/embedded-postgres";
import { fastestFolder } from "@hearth/local-postgres/quick-folder";
import { replicating, startStandby } from "@hearth/local-postgres/start-standby";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { parsePublicId } from "@hearth/domain/ids";
import { type ServerProcess, startServerProcess } from "./server-process.ts";

const boundMs = 4_000;

let folder: string;
let primary: EmbeddedPostgres;
let main: DatabaseConnection;

beforeAll(async () => {
  folder = await mkdtemp(join(await fastestFolder(), "hearth-replica-"));
  const dataDir = join(folder, "pg");
  primary = await startEmbeddedPostgres({ dataDir, persistent: false, settings: replicating });
  await migrateDatabase(primary.url);
  main = connectDatabase(primary.url);
});
afterAll(async () => {
  await main.close();
  await primary.stop();
  await rm(folder, { recursive: true, force: true });
});

describe("a server with a replica", () => {
  let standby: EmbeddedPostgres;
  let server: ServerProcess;
  beforeAll(async () => {
    standby = await startStandby({ url: primary.url, dataDir: join(folder, "pg") }, join(folder, "standby.log"));
    server = await startServerProcess({ DATABASE_URL: primary.url, DATABASE_READ_URL: standby.url, RPC_URL: "http://127.0.0.1:1" });
  });
  afterAll(async () => {
    await server.kill();
    await standby.stop();
  });

  const ofPayments = 'from "payments"';
  /** The number of queries with these words on the replica. */
  const countInLog = async (text: string) => (await readFile(join(folder, "standby.log"), "utf8")).split(text).length - 1;

  it("reads files and later pages from it, and first pages, or everything while it is behind or gone, from the database", async () => {
    const person = { firstName: "Noor", lastName: "Haddad", email: "noor@example.com", password: "a quiet hearth" };
    const { token, user } = await server.client().auth.register.mutate(person);
    const payer = server.client(token);
    const consumerId = parsePublicId("user", user._id) ?? "";
    for (const [minute, description] of ["Oldest", "Older", "Newest"].entries())
      await makePayment(main.db, { consumerId, description, createdAt: new Date(Date.UTC(2026, 0, 1, 0, minute)) });
    const first = () => payer.payments.list.query({ limit: 1 });
    const descriptions = ({ items }: Awaited<ReturnType<typeof first>>) => items.map(({ description }) => description);

    const page = await first();
    expect(descriptions(page)).toEqual(["Newest"]);
    expect(await countInLog(ofPayments)).toBe(0);

    const exported = async () => (await payer.payments.exportHistory.query({})).csv;
    await expect.poll(async () => (await exported()).includes("Newest") && (await countInLog(ofPayments)) > 0).toBe(true);
    const before = await countInLog(ofPayments);
    const laterPage = () => payer.payments.list.query({ limit: 1, cursor: page.nextCursor ?? "" });
    expect(descriptions(await laterPage())).toEqual(["Older"]);
    await expect.poll(() => countInLog(ofPayments)).toBeGreaterThan(before);

    const other = connectDatabase(standby.url);
    await other.sql`select pg_wal_replay_pause()`;
    await makePayment(main.db, { consumerId, description: "Newer still" });
    expect(descriptions(await first())).toEqual(["Newer still"]);
    expect(await exported()).not.toContain("Newer still");
    await expect.poll(exported).toContain("Newer still"); // the replica has fallen behind, and is not used
    await other.sql`select pg_wal_replay_resume()`;
    await other.close();

    const beforeTheEnd = await countInLog(ofPayments);
    await expect
      .poll(async () => {
        await laterPage();
        return countInLog(ofPayments);
      })
      .toBeGreaterThan(beforeTheEnd);
    await standby.stop();
    await expect
      .poll(async () => {
        expect(descriptions(await laterPage())).toEqual(["Older"]);
        return server.output();
      })
      .toContain("The replica failed");
  });
});

describe("a replica", () => {
  let standby: EmbeddedPostgres;
  let other: DatabaseConnection;
  let replica: Replica;
  beforeAll(async () => {
    standby = await startStandby({ url: primary.url, dataDir: join(folder, "pg") });
    other = connectDatabase(standby.url);
    replica = followReplica(main.sql, standby.url, boundMs);
  });
  afterAll(async () => {
    await Promise.all([replica.close(), other.close()]);
    await standby.stop();
  });

  const notes = async () => {
    const rows = await replica.fresh()?.execute<{ words: string }>(sql`select words from notes order by words`);
    return rows === undefined ? null : [...rows].map(({ words }) => words);
  };

  it("that keeps up is used, and has recent writes", async () => {
    await main.sql`create table notes as select 'first' as words`;
    await expect.poll(() => notes().catch(() => null)).toEqual(["first"]);
    expect(replica.secondsBehind()).toBeLessThan(boundMs / 1_000);
  });

  it("that receives nothing because nothing is written still counts as fresh", async () => {
    await sleep(boundMs + 2_000);
    expect(replica.fresh()).not.toBeNull();
  });

  it("that falls behind is not used until it has caught up", async () => {
    await other.sql`select pg_wal_replay_pause()`;
    await main.sql`insert into notes values ('second')`;
    await expect.poll(() => replica.fresh()).toBeNull();
    expect(replica.secondsBehind()).toBeGreaterThan(boundMs / 1_000);
    await other.sql`select pg_wal_replay_resume()`;
    await expect.poll(notes).toEqual(["first", "second"]);
  });

  it("that follows no primary is never used", async () => {
    const stranger = followReplica(main.sql, primary.url, boundMs);
    await sleep(2_500);
    expect([stranger.fresh(), stranger.secondsBehind()]).toEqual([null, null]);
    await stranger.close();
  });

  it("whose host stops responding delays neither waiting nor later calls", async () => {
    const way = await openWay(standby.url);
    const beyond = followReplica(main.sql, way.url, boundMs);
    await expect.poll(() => beyond.fresh()).not.toBeNull();
    way.vanish();
    const query = beyond.fresh()?.execute(sql`select words from notes`);
    await expect(query).rejects.toThrow();
    expect(beyond.fresh()).toBeNull();
    way.comeBack();
    await expect.poll(() => beyond.fresh()).not.toBeNull();
    await beyond.close();
    way.close();
  });

  it("that was promoted is no longer used", async () => {
    await expect.poll(() => replica.fresh()).not.toBeNull();
    await other.sql`select pg_promote()`;
    await expect.poll(() => replica.fresh()).toBeNull();
  });
});

/** A TCP proxy to a PostgreSQL that can drop all traffic silently, like a vanished host. Earlier connections stay dead afterwards. */
async function openWay(url: string) {
  const { hostname, port } = new URL(url);
  const ends = new Set<Socket>();
  let isThere = true;
  const server = createServer((near) => {
    const far = connect(Number(port), hostname);
    for (const end of [near, far]) ends.add(end.on("error", () => {}));
    if (!isThere) return;
    near.pipe(far);
    far.pipe(near);
  });
  await once(server.listen(0, "127.0.0.1"), "listening");
  const address = server.address();
  const way = new URL(url);
  way.port = typeof address === "object" && address !== null ? String(address.port) : "";
  return {
    url: way.href,
    vanish: () => {
      isThere = false;
      for (const end of ends) end.unpipe();
    },
    comeBack: () => {
      isThere = true;
    },
    close: () => {
      for (const end of ends) end.destroy();
      server.close();
    },
  };
}
