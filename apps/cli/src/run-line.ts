import { createContext } from "./context.ts";
import { explainFailure, tellFailure } from "./failure.ts";
import { readGlobalOptions } from "./global-options.ts";
import { writeAll } from "./output/write-all.ts";
import { type Outcome, runProgram } from "./program.ts";
import { readSettings } from "./settings.ts";
import type { Streams } from "./terminal.ts";

/** Where a line is run: a process, or what stands for one. */
export interface Surroundings extends Streams {
  env: Record<string, string | undefined>;
  /** Where the results go. */
  stdout: NodeJS.WritableStream;
}

/** Runs one line of words to its end, whatever becomes of it, and answers the code that the process ends with. */
export async function runLine(argv: string[], surroundings: Surroundings): Promise<number> {
  const isJson = argv.includes("--json");
  const failed = (error: unknown): Outcome => {
    const explanation = explainFailure(error, "");
    return { exitCode: explanation.exitCode, output: "", problem: tellFailure(explanation, isJson) };
  };
  const outcome = await run(argv, surroundings, isJson).catch(failed);
  const { exitCode, problem } = await writeAll(surroundings.stdout, outcome.output).then(() => outcome, failed);
  await writeAll(surroundings.stderr, problem);
  return exitCode;
}

async function run(argv: string[], surroundings: Surroundings, isJson: boolean): Promise<Outcome> {
  const { server, rest } = readGlobalOptions(argv);
  const context = createContext(readSettings(server, surroundings.env), surroundings);
  return await runProgram(context, rest.length === 0 ? ["--help"] : rest, isJson);
}
