import { buildWebWhenChanged, viteProgram } from "../launch/web-build.ts";
import { type Check, type Outcome, run } from "./run.ts";

/** Checks that the web pages can be built. Also generates the list of routes that the type check needs. */
export const build: Check = { name: "build", run: buildPages };

/** Builds the web pages when their sources changed. */
export async function buildPages(): Promise<Outcome> {
  let output = "";
  const failure = new Error("The web pages could not be built.");
  try {
    await buildWebWhenChanged(async (folder) => {
      const env = { ...process.env, NODE_ENV: "production" };
      const result = await run(process.execPath, [viteProgram, "build"], { cwd: folder, env });
      output += result.output;
      if (result.code !== 0) throw failure;
    });
    return { passed: 1, failed: 0 };
  } catch (error) {
    return { passed: 0, failed: 1, output: `${String(error)}\n${output}` };
  }
}
