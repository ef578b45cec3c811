import { runNode } from "./run.ts";

let made: Promise<unknown> | undefined;

/**
 * Returns the OpenAPI document that the server's code makes, for component tests (`apps/web/src/testing/commands.ts` declares it). The server's code
 * runs in a separate program, once, and only when a test needs it.
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
