import type { TestProject } from "vitest/node";
import { startEmbeddedPostgres, testSettings } from "@hearth/local-postgres/embedded-postgres";

declare module "vitest" {
  interface ProvidedContext {
    TEST_DATABASE_URL: string;
  }
}

/**
 * Starts the one PostgreSQL that all integration tests of a run share, and provides its address, both as
 * `inject("TEST_DATABASE_URL")` and as the environment variable of that name. A server given there is used instead.
 */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const given = process.env["TEST_DATABASE_URL"];
  const server = given === undefined ? await startEmbeddedPostgres({ persistent: false, settings: testSettings }) : undefined;
  const url = given ?? server?.url ?? "";
  process.env["TEST_DATABASE_URL"] = url;
  project.provide("TEST_DATABASE_URL", url);
  return async () => server?.stop();
}
