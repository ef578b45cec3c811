import { runNode } from "./run.ts";

let made: Promise<unknown> | undefined;

/**
 * The description of the documented interface, as the server's own code makes it: for component tests, where
 * `apps/web/src/testing/commands.ts` declares it. The server's code runs in a program of its own, once, and only when a test asks.
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
