import { CommandFailure } from "./failure.ts";
import { exitCodes } from "./exit-codes.ts";

/** What every command understands, wherever it stands in the line. */
export interface GlobalOptions {
  isJson: boolean;
  /** The server that was asked for in the line. */
  server: string | null;
  /** The line without these options. */
  rest: string[];
}

/** As the help shows them. */
export const globalOptionsHelp = `
Options of every command:
  --json               print JSON for programs instead of tables for people
  --server <address>   another server than HEARTH_SERVER, or http://localhost:5000
`;

/** Splits the options that every command has off the line, so that each command knows only its own. */
export function readGlobalOptions(argv: string[]): GlobalOptions {
  const options: GlobalOptions = { isJson: false, server: null, rest: [] };
  for (let at = 0; at < argv.length; at++) {
    const word = argv[at] ?? "";
    if (word === "--") return { ...options, rest: [...options.rest, ...argv.slice(at)] };
    if (word === "--json") options.isJson = true;
    else if (word === "--server") options.server = readAddress(argv[++at]);
    else if (word.startsWith("--server=")) options.server = readAddress(word.slice("--server=".length));
    else options.rest.push(word);
  }
  return options;
}

/** A server's origin. @throws CommandFailure for anything that is no http address. */
export function readAddress(text: string | undefined): string {
  const url = text === undefined ? null : URL.parse(text);
  if (url !== null && (url.protocol === "http:" || url.protocol === "https:")) return url.origin;
  throw new CommandFailure(`A server's address looks like https://hearth.example, not like "${text ?? ""}"`, exitCodes.usage);
}
