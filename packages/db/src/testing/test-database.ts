import { createHash, randomBytes } from "node:crypto";
import { readdir, readFile } from "node:fs/promises";
import postgres from "postgres";
import { migrateDatabase, migrationsFolder } from "../migrate.ts";
import { asServerRole, ensureServerRole } from "../server-role.ts";

const serverPassword = "hearth";

/** A test file's own database, with every table and no rows. */
export interface TestDatabase {
  /** Connects as its owner. */
  url: string;
  /** Connects with the servers' role. */
  serverRoleUrl: string;
  /** Drops it and ends all its connections. */
  close(): Promise<void>;
}

/**
 * Creates a database on the test run's server in a few dozen milliseconds, as a clone of a migrated template. The template is made once per
 * state of the migrations. Processes that start together wait for the one that makes it. The connection that creates the database stays
 * open to drop it, because PostgreSQL takes about 50 ms of CPU time for a new one.
 * @throws when TEST_DATABASE_URL does not name a server, which the integration project's global setup does.
 */
export async function createTestDatabase(serverUrl = process.env["TEST_DATABASE_URL"]): Promise<TestDatabase> {
  if (!serverUrl) throw new Error("TEST_DATABASE_URL names no PostgreSQL server. Run the file in the integration project.");
  const name = `hearth_test_${randomBytes(8).toString("hex")}`;
  const server = connect(serverUrl);
  try {
    const template = await ensureTemplate(server, serverUrl);
    await server.unsafe(`create database ${name} template ${template} strategy file_copy`);
  } catch (error) {
    await server.end();
    throw error;
  }
  return open(serverUrl, name, () => dropDatabase(server, name));
}

/** Creates a database without tables, like one for restoring a backup after a loss. `locale` is part of CREATE DATABASE's options. */
export async function createEmptyDatabase(serverUrl = process.env["TEST_DATABASE_URL"], locale = ""): Promise<TestDatabase> {
  if (!serverUrl) throw new Error("TEST_DATABASE_URL names no PostgreSQL server. Run the file in the integration project.");
  const name = `hearth_test_${randomBytes(8).toString("hex")}`;
  const server = connect(serverUrl);
  await server.unsafe(`create database ${name} template template0 ${locale}`).finally(() => server.end());
  return open(serverUrl, name, () => dropDatabase(connect(serverUrl), name));
}

function open(serverUrl: string, name: string, close: () => Promise<void>): TestDatabase {
  const url = databaseUrl(serverUrl, name);
  return { url, serverRoleUrl: asServerRole(url, serverPassword), close };
}

async function ensureTemplate(server: postgres.Sql, serverUrl: string): Promise<string> {
  const name = `hearth_template_${await migrationsHash()}`;
  await server`select pg_advisory_lock(hashtext('hearth test template'))`;
  try {
    if (await exists(server, name)) return name;
    const draft = `${name}_draft`;
    await server.unsafe(`drop database if exists ${draft} with (force)`);
    await server.unsafe(`create database ${draft}`);
    await ensureServerRole(serverUrl, serverPassword);
    await migrateDatabase(databaseUrl(serverUrl, draft));
    await server`select pg_terminate_backend(pid, 5000) from pg_stat_activity where datname = ${draft}`;
    await server.unsafe(`alter database ${draft} rename to ${name}`);
    return name;
  } finally {
    await server`select pg_advisory_unlock(hashtext('hearth test template'))`;
  }
}

let hash: Promise<string> | undefined;

/** Hash of the migrations' content, so that a changed migration never uses an old template. Read once per process. */
function migrationsHash(): Promise<string> {
  return (hash ??= hashMigrations());
}

async function hashMigrations(): Promise<string> {
  const files = (await readdir(migrationsFolder)).filter((file) => file.endsWith(".sql")).toSorted();
  const hash = createHash("sha256");
  for (const file of files) hash.update(file).update(await readFile(`${migrationsFolder}/${file}`));
  return hash.digest("hex").slice(0, 12);
}

async function exists(server: postgres.Sql, name: string): Promise<boolean> {
  return (await server`select 1 from pg_database where datname = ${name}`).length > 0;
}

/** Drops a database and ends the connection that it used. */
async function dropDatabase(server: postgres.Sql, name: string): Promise<void> {
  try {
    await server.unsafe(`drop database if exists ${name} with (force)`);
  } finally {
    await server.end();
  }
}

function connect(url: string): postgres.Sql {
  return postgres(url, { max: 1, fetch_types: false, onnotice: () => {} });
}

function databaseUrl(serverUrl: string, name: string): string {
  const url = new URL(serverUrl);
  url.pathname = `/${name}`;
  return url.href;
}
