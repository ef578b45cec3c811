import type { Command } from "trpc-cli";

/** The way commands end and write their messages. */
interface CommandBehaviour {
  isJson: boolean;
  exit: (code: number) => never;
  /** Writes a text to standard error. */
  print: (text: string) => void;
  /** Returns the message for a command line that the parser refuses. */
  refuse: (message: string) => string;
}

type Option = Command["options"][number];
type AnyCommand = Command["commands"][number];

/** Descriptions of the command groups, for the help. Commands have their own. */
const groups: Record<string, string> = {
  users: "Accounts of every role",
  merchants: "Businesses that are paid",
  payments: "Payments of consumers",
  ledger: "The ledger of a lease, and of all money",
  chain: "Repairs of Hearth's reading of the chain",
  disputes: "Disputes filed by payers",
  transfers: "Transfers to merchants that match no payment",
  jobs: "Scheduled jobs of the server",
  "set-aside": "Failed items that background jobs skip until a retry",
  export: "CSV files for spreadsheets",
  admins: "Administrators; works on the database itself",
  keys: "Encryption keys; works on the database itself",
  mails: "Emails sent by the product; works on the database itself",
  uploads: "Storage of uploaded files; works on the database itself",
  restored: "Parts held back after a restore; works on the database itself",
  backup: "Backups of the database and the uploaded files; works on the database itself",
};

/**
 * Adjusts the library's commands. Errors show a message and a pointer to the help, not the whole help. Options that take a value require
 * one, and groups have a description.
 */
export function tidyCommands(command: AnyCommand, behaviour: CommandBehaviour, path = command.name()): void {
  const { isJson, exit, print, refuse } = behaviour;
  command.configureOutput({
    writeErr: print,
    outputError: (message, write) => write(refuse(sentence(message))),
  });
  command.showHelpAfterError(isJson ? false : `Help: ${path} --help`);
  for (const option of command.options) requireValue(option);
  const isGroup = command.commands.length > 0;
  if (isGroup && command.parent) {
    command.description(groups[command.name()] ?? "");
    command.exitOverride(({ exitCode }) => exit(exitCode));
  }
  for (const inner of command.commands) tidyCommands(inner, behaviour, `${path} ${inner.name()}`);
}

function sentence(message: string): string {
  const text = message.replace(/^error: /, "").trim();
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/**
 * Makes values required, because the library reads a missing value as `true`. Boolean options accept no value, which could be the next
 * argument of the line.
 */
function requireValue(option: Option): void {
  if (!option.optional) return;
  const isFlag = option.flags.endsWith(" [boolean]");
  option.optional = false;
  option.required = !isFlag;
  option.flags = isFlag ? option.flags.replace(" [boolean]", "") : option.flags.replace(/\[(\w+)\]$/, "<$1>");
}
