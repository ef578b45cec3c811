import type { TestProject } from "vitest/node";
import { startEmbeddedPostgres } from "@hearth/local-postgres/embedded-postgres";

declare module "vitest" {
  interface ProvidedContext {
    TEST_DATABASE_URL: string;
  }
}

/** Settings for databases that live for a minute and have few rows: optimisations that pay off later are off. */
const settings = ["jit=off", "autovacuum=off", "plan_cache_mode=force_generic_plan"];

/**
 * Starts the one PostgreSQL that all integration tests of a run share, and provides its address, both as
 * `inject("TEST_DATABASE_URL")` and as the environment variable of that name. A server given there is used instead.
 */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const given = process.env["TEST_DATABASE_URL"];
  const server = given === undefined ? await startEmbeddedPostgres({ persistent: false, settings }) : undefined;
  const url = given ?? server?.url ?? "";
  process.env["TEST_DATABASE_URL"] = url;
  project.provide("TEST_DATABASE_URL", url);
  return async () => server?.stop();
}
