import type { TestProject } from "vitest/node";
import { startEmbeddedPostgres } from "@hearth/local-postgres/embedded-postgres";

declare module "vitest" {
  interface ProvidedContext {
    TEST_DATABASE_URL: string;
  }
}

/**
 * Settings for databases that live for a minute, with small tables, whose statements each run a few times. Optimizations that pay off later
 * never pay off here.
 */
const settings = ["autovacuum=off", "plan_cache_mode=force_generic_plan"];

/**
 * Starts the PostgreSQL that all integration tests of a run share. Provides its URL as `inject("TEST_DATABASE_URL")` and as the environment
 * variable of that name. If the variable is set already, uses that server instead.
 */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const given = process.env["TEST_DATABASE_URL"];
  const server = given === undefined ? await startEmbeddedPostgres({ persistent: false, settings }) : undefined;
  const url = given ?? server?.url ?? "";
  process.env["TEST_DATABASE_URL"] = url;
  project.provide("TEST_DATABASE_URL", url);
  return async () => server?.stop();
}
