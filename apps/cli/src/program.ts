import { Command, createCli, FailedToExitError } from "trpc-cli";
import { commands } from "./commands.ts";
import type { CommandContext } from "./context.ts";
import { type ExitCode, exitCodes } from "./exit-codes.ts";
import { type Explanation, explainFailure, formatFailure } from "./failure.ts";
import { globalOptionsHelp } from "./global-options.ts";
import type { Answer } from "./output/answer.ts";
import { tidyCommands } from "./tidy-commands.ts";

const description = `Manages Hearth from a terminal: look things up, decide, compare with the chain, back up.

Begin with:           hearth login --email <your email>
Help for one command: hearth <command> --help`;

/** The result of a command line. */
export interface Outcome {
  exitCode: ExitCode;
  /** Text for standard output. */
  output: string;
  /** Text for standard error. */
  problem: string;
}

/** Runs a command line to its end. Only progress is written before that. */
export async function runProgram(context: CommandContext, argv: string[], isJson: boolean): Promise<Outcome> {
  const outcome: Outcome = { exitCode: exitCodes.done, output: "", problem: "" };
  const refuse = (explanation: Explanation) => {
    context.terminal.endProgress();
    outcome.exitCode = explanation.exitCode;
    return formatFailure(explanation, isJson);
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
  if (!(program instanceof Command)) throw new TypeError("trpc-cli built no commander program");
  program.description(description); // without the list of commands that the library adds: the help has one already
  program.addHelpText("afterAll", globalOptionsHelp);
  tidyCommands(program, { isJson, exit, print: params.logger.error, refuse: (message) => refuse(aboutUsage(message)) });
  await cli.run(params, program).catch((end: unknown) => {
    if (!(end instanceof FailedToExitError)) throw end;
    if (end.exitCode !== 0 && outcome.exitCode === exitCodes.done) outcome.exitCode = exitCodes.usage;
  });
  return outcome;
}

/** Ends the command line without ending the process, because the output is still to be written. */
function exit(exitCode: number): never {
  throw new FailedToExitError("The line has ended", { exitCode, cause: null });
}

function aboutUsage(message: string): Explanation {
  return { code: "USAGE", message, exitCode: exitCodes.usage };
}

function isAnswer(value: unknown): value is Answer {
  return typeof value === "object" && value !== null && "json" in value && "text" in value;
}
