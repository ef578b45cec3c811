import { createInterface } from "node:readline";
import { Writable } from "node:stream";
import { text as readAll } from "node:stream/consumers";
import { exitCodes } from "./exit-codes.ts";
import { CommandFailure } from "./failure.ts";

/** The interaction with a person besides a command's result. All output goes to standard error. */
export interface Terminal {
  /** Shows a note that the next one replaces. Without a terminal, nothing is shown. */
  progress(note: string): void;
  /** Removes the last note. */
  endProgress(): void;
  /** Asks for a secret without echo. Without a terminal, takes the next line of the standard input. */
  askSecret(question: string): Promise<string>;
  /** Reads the whole standard input. @throws CommandFailure at a terminal, where nothing is piped in. */
  readInput(): Promise<string>;
  /** Asks for a yes; any other answer means no. @throws CommandFailure without a terminal, where --yes is required. */
  confirm(question: string): Promise<boolean>;
}

/** The streams for input, notes and questions. */
export interface Streams {
  stdin: NodeJS.ReadableStream & { isTTY?: boolean };
  stderr: NodeJS.WritableStream & { isTTY?: boolean };
}

/** Creates the terminal on these streams. They may also be pipes. */
export function createTerminal({ stdin, stderr }: Streams): Terminal {
  let hasNote = false;
  const endProgress = () => {
    if (hasNote) stderr.write("\r\u001B[K");
    hasNote = false;
  };
  let lines: string[] | null = null;
  const nextLine = async (): Promise<string> => {
    lines ??= (await readAll(stdin)).split(/\r?\n/);
    const line = lines.shift();
    if (line) return line;
    throw new CommandFailure("There is no terminal to ask at. Pass the secret on the standard input.", exitCodes.usage);
  };
  return {
    progress: (note) => {
      if (!stderr.isTTY) return;
      stderr.write(`\r\u001B[K${note}`);
      hasNote = true;
    },
    endProgress,
    askSecret: (question) => (stdin.isTTY ? typeUnseen(question, { stdin, stderr }) : nextLine()),
    readInput: async () => {
      if (stdin.isTTY) throw new CommandFailure("Pass it on the standard input, with a pipe or <.", exitCodes.usage);
      return readAll(stdin);
    },
    confirm: async (question) => {
      if (!stdin.isTTY) throw new CommandFailure("There is no terminal to ask at. Pass --yes to confirm.", exitCodes.usage);
      return /^y(es)?$/i.test((await typeLine(`${question} [y/N] `, stdin, stderr)).trim());
    },
  };
}

function typeUnseen(question: string, { stdin, stderr }: Streams): Promise<string> {
  const unseen = new Writable({ write: (_chunk, _encoding, done) => done() });
  stderr.write(question);
  return typeLine("", stdin, unseen).finally(() => stderr.write("\n"));
}

/** Reads one line. Resolves with an empty string if the input ends first. */
function typeLine(question: string, input: NodeJS.ReadableStream, output: NodeJS.WritableStream): Promise<string> {
  const reader = createInterface({ input, output, terminal: true });
  return new Promise<string>((resolve, reject) => {
    reader.once("SIGINT", () => reject(new CommandFailure("Stopped", exitCodes.stopped)));
    reader.once("close", () => resolve(""));
    reader.question(question, resolve);
  }).finally(() => reader.close());
}
