import { createContext } from "./context.ts";
import { explainFailure, formatFailure } from "./failure.ts";
import { readGlobalOptions } from "./global-options.ts";
import { writeAll } from "./output/write-all.ts";
import { type Outcome, runProgram } from "./program.ts";
import { readSettings } from "./settings.ts";
import type { Streams } from "./terminal.ts";

/** The streams and environment of a command line: those of a process, or a test's own. */
export interface LineEnvironment extends Streams {
  env: Record<string, string | undefined>;
  /** The stream for results. */
  stdout: NodeJS.WritableStream;
}

/** Runs one command line to its end and returns the exit code. Never rejects. */
export async function runLine(argv: string[], environment: LineEnvironment): Promise<number> {
  const isJson = argv.includes("--json");
  const failed = (error: unknown): Outcome => {
    const explanation = explainFailure(error, "");
    return { exitCode: explanation.exitCode, output: "", problem: formatFailure(explanation, isJson) };
  };
  const outcome = await run(argv, environment, isJson).catch(failed);
  const { exitCode, problem } = await writeAll(environment.stdout, outcome.output).then(() => outcome, failed);
  await writeAll(environment.stderr, problem);
  return exitCode;
}

async function run(argv: string[], environment: LineEnvironment, isJson: boolean): Promise<Outcome> {
  const { rest, ...options } = readGlobalOptions(argv);
  const context = createContext(readSettings(options, environment.env), environment);
  return await runProgram(context, rest.length === 0 ? ["--help"] : rest, isJson);
}
