/** How the program ends, for scripts that call it; documented in docs/cli.md. */
export const exitCodes = {
  done: 0,
  /** The server or the machine refused, or something failed that nobody expects. */
  failed: 1,
  /** The command line, or a value in it, is not what the command takes. */
  usage: 2,
  /** Nobody is signed in, or whoever is may not do this. */
  notSignedIn: 3,
  notFound: 4,
  /** The command did its work and found something wrong: a contradiction, a difference to the chain, a broken backup. */
  problemsFound: 5,
  /** The server, the database or the chain cannot be reached; trying again later may help. */
  unreachable: 6,
  /** Somebody pressed Ctrl-C; the shells' own number for it. */
  stopped: 130,
} as const;

export type ExitCode = (typeof exitCodes)[keyof typeof exitCodes];
