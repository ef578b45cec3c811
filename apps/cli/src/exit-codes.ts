/** Exit codes for scripts, documented in docs/cli.md. */
export const exitCodes = {
  done: 0,
  /** The server or the machine refused, or an unexpected error occurred. */
  failed: 1,
  /** The command line, or a value in it, is invalid. */
  usage: 2,
  /** Nobody is signed in, or the account lacks the permission. */
  notSignedIn: 3,
  notFound: 4,
  /** The command ran and found a problem: a contradiction, a difference from the chain, or a broken backup. */
  problemsFound: 5,
  /** The server, the database or the chain is unreachable. A later retry may help. */
  unreachable: 6,
  /** Stopped by Ctrl-C. Shells use the same code. */
  stopped: 130,
} as const;

export type ExitCode = (typeof exitCodes)[keyof typeof exitCodes];
