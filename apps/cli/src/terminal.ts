import { createInterface } from "node:readline";
import { Writable } from "node:stream";
import { text as readAll } from "node:stream/consumers";
import { exitCodes } from "./exit-codes.ts";
import { CommandFailure } from "./failure.ts";

/** What a person at a terminal sees and types, apart from a command's result: all of it on the error stream. */
export interface Terminal {
  /** Says what goes on; on a terminal the next note takes its place, elsewhere nothing is said. */
  progress(note: string): void;
  /** Wipes the last note away. */
  endProgress(): void;
  /** Asks for something that is not shown; without a terminal the next line of the input is taken. */
  askSecret(question: string): Promise<string>;
  /** All of the input, to its end. @throws CommandFailure at a terminal, where nothing is piped in. */
  readInput(): Promise<string>;
  /** Asks for a yes; anything else is a no. @throws CommandFailure without a terminal, where --yes says it. */
  confirm(question: string): Promise<boolean>;
}

/** What is typed or piped, and where notes and questions go. */
export interface Streams {
  stdin: NodeJS.ReadableStream & { isTTY?: boolean };
  stderr: NodeJS.WritableStream & { isTTY?: boolean };
}

/** The terminal at the other end of these streams, where there is one. */
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
    throw new CommandFailure("There is no terminal to ask at. Give the secret on the standard input.", exitCodes.usage);
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
      if (stdin.isTTY) throw new CommandFailure("Give it on the standard input, as a pipe or with <.", exitCodes.usage);
      return readAll(stdin);
    },
    confirm: async (question) => {
      if (!stdin.isTTY) throw new CommandFailure("There is no terminal to ask at. Give --yes to go on without.", exitCodes.usage);
      return /^y(es)?$/i.test((await typeLine(`${question} [y/N] `, stdin, stderr)).trim());
    },
  };
}

function typeUnseen(question: string, { stdin, stderr }: Streams): Promise<string> {
  const unseen = new Writable({ write: (_chunk, _encoding, done) => done() });
  stderr.write(question);
  return typeLine("", stdin, unseen).finally(() => stderr.write("\n"));
}

/** What is typed up to the end of the line; nothing where the input ends before. */
function typeLine(question: string, input: NodeJS.ReadableStream, output: NodeJS.WritableStream): Promise<string> {
  const reader = createInterface({ input, output, terminal: true });
  return new Promise<string>((resolve, reject) => {
    reader.once("SIGINT", () => reject(new CommandFailure("Stopped", exitCodes.stopped)));
    reader.once("close", () => resolve(""));
    reader.question(question, resolve);
  }).finally(() => reader.close());
}
