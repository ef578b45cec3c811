import { CommandFailure } from "./failure.ts";
import { exitCodes } from "./exit-codes.ts";

/** Options of every command, accepted anywhere in the command line. */
export interface GlobalOptions {
  isJson: boolean;
  /** The server given in the command line. */
  server: string | null;
  /** True where a password may travel unencrypted to another machine. */
  allowsHttp: boolean;
  /** The arguments without these options. */
  rest: string[];
}

/** Help text for these options. */
export const globalOptionsHelp = `
Options of every command:
  --json               print JSON for programs instead of tables for people
  --server <address>   another server than HEARTH_SERVER, or http://localhost:5000
  --allow-http         send passwords to another machine without encryption
`;

/** Removes the global options from the command line, so that each command sees only its own. */
export function readGlobalOptions(argv: string[]): GlobalOptions {
  const options: GlobalOptions = { isJson: false, server: null, allowsHttp: false, rest: [] };
  for (let index = 0; index < argv.length; index++) {
    const word = argv[index] ?? "";
    if (word === "--") return { ...options, rest: [...options.rest, ...argv.slice(index)] };
    if (word === "--json") options.isJson = true;
    else if (word === "--allow-http") options.allowsHttp = true;
    else if (word === "--server") options.server = readAddress(argv[++index]);
    else if (word.startsWith("--server=")) options.server = readAddress(word.slice("--server=".length));
    else options.rest.push(word);
  }
  return options;
}

/** Parses a server's origin. @throws CommandFailure if it is no http(s) URL. */
export function readAddress(text: string | undefined): string {
  const url = text === undefined ? null : URL.parse(text);
  if (url !== null && (url.protocol === "http:" || url.protocol === "https:")) return url.origin;
  throw new CommandFailure(`A server's address looks like https://hearth.example, not like "${text ?? ""}"`, exitCodes.usage);
}
