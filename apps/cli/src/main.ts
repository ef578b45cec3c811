#!/usr/bin/env node
import { createContext } from "./context.ts";
import { explainFailure, tellFailure } from "./failure.ts";
import { readGlobalOptions } from "./global-options.ts";
import { writeAll } from "./output/write-all.ts";
import { type Outcome, runProgram } from "./program.ts";
import { readSettings } from "./settings.ts";

const line = process.argv.slice(2);
const isJson = line.includes("--json");

/** Runs one line, whatever becomes of it. */
async function run(argv: string[]): Promise<Outcome> {
  try {
    const { server, rest } = readGlobalOptions(argv);
    return await runProgram(createContext(readSettings(server)), rest.length === 0 ? ["--help"] : rest, isJson);
  } catch (error) {
    return failed(error);
  }
}

function failed(error: unknown): Outcome {
  const explanation = explainFailure(error, "");
  return { exitCode: explanation.exitCode, output: "", problem: tellFailure(explanation, isJson) };
}

const outcome = await run(line);
const { exitCode, problem } = await writeAll(process.stdout, outcome.output).then(() => outcome, failed);
await writeAll(process.stderr, problem);
process.exit(exitCode);
