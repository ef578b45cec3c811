import { Command, createCli, FailedToExitError } from "trpc-cli";
import { commands } from "./commands.ts";
import type { CommandContext } from "./context.ts";
import { type ExitCode, exitCodes } from "./exit-codes.ts";
import { type Explanation, explainFailure, tellFailure } from "./failure.ts";
import { globalOptionsHelp } from "./global-options.ts";
import type { Answer } from "./output/answer.ts";
import { tidyCommands } from "./tidy-commands.ts";

const description = `Runs Hearth from a terminal: look things up, decide, compare with the chain, back up.

Begin with:           hearth login --email <your email>
Help for one command: hearth <command> --help`;

/** What a line came to. */
export interface Outcome {
  exitCode: ExitCode;
  /** For the standard output. */
  output: string;
  /** For the error stream. */
  problem: string;
}

/** Runs a line of words to its end; nothing but notes of progress is written before. */
export async function runProgram(context: CommandContext, argv: string[], isJson: boolean): Promise<Outcome> {
  const outcome: Outcome = { exitCode: exitCodes.done, output: "", problem: "" };
  const refuse = (explanation: Explanation) => {
    context.terminal.endProgress();
    outcome.exitCode = explanation.exitCode;
    return tellFailure(explanation, isJson);
  };
  const params = {
    argv,
    prompts: false,
    logger: {
      info: (value: unknown) => {
        outcome.output += isAnswer(value) ? `${isJson ? JSON.stringify(value.json, null, 2) : value.text()}\n` : String(value);
        if (isAnswer(value)) outcome.exitCode = value.exitCode ?? exitCodes.done;
      },
      error: (text: unknown) => {
        outcome.problem += `${String(text).trimEnd()}\n`;
      },
    },
    formatError: (error: unknown) => refuse(explainFailure(error, context.settings.server)),
    process: { exit },
  };
  const cli = createCli({ router: commands, name: "hearth", description, context });
  const program = cli.buildProgram(params);
  if (!(program instanceof Command)) throw new TypeError("The commands did not become a program");
  program.description(description); // without the list of commands that the library adds; the help has it anyway
  program.addHelpText("afterAll", globalOptionsHelp);
  tidyCommands(program, { isJson, exit, say: params.logger.error, refuse: (message) => refuse(aboutUsage(message)) });
  await cli.run(params, program).catch((end: unknown) => {
    if (!(end instanceof FailedToExitError)) throw end;
    if (end.exitCode !== 0 && outcome.exitCode === exitCodes.done) outcome.exitCode = exitCodes.usage;
  });
  return outcome;
}

/** Ends the line, and not the process: what it answered is still to be written. */
function exit(exitCode: number): never {
  throw new FailedToExitError("The line has ended", { exitCode, cause: null });
}

function aboutUsage(message: string): Explanation {
  return { code: "USAGE", message, exitCode: exitCodes.usage };
}

function isAnswer(value: unknown): value is Answer {
  return typeof value === "object" && value !== null && "json" in value && "text" in value;
}
