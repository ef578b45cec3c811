import { runNode } from "./run.ts";

let made: Promise<unknown> | undefined;

/**
 * Returns the OpenAPI description from the server's code, for component tests (declared in `apps/web/src/testing/commands.ts`). Runs the
 * server's code in its own process, once, and only if a test asks.
 */
export function apiDocument(): Promise<unknown> {
  made ??= make();
  return made;
}

async function make(): Promise<unknown> {
  const { code, output } = await runNode("scripts/api-document.ts", []);
  if (code !== 0) throw new Error(`The description of the interface could not be made: ${output}`);
  return JSON.parse(output);
}
