import type { Command } from "trpc-cli";

/** How a command ends and says what it has to say. */
interface Manners {
  isJson: boolean;
  exit: (code: number) => never;
  /** Puts a text on the error stream. */
  say: (text: string) => void;
  /** What is told for a line that the parser refuses. */
  refuse: (message: string) => string;
}

type Option = Command["options"][number];
type AnyCommand = Command["commands"][number];

/** What a group of commands is about; the commands themselves say it in their own words. */
const groups: Record<string, string> = {
  users: "Accounts of every role",
  merchants: "Businesses that are paid",
  payments: "What consumers owe and have paid",
  ledger: "What is kept of money, and where it comes from",
  chain: "Hearth's reading of the chain",
  disputes: "What payers have complained about",
  transfers: "Money that reached a merchant and that no payment has",
  jobs: "What the server does on a schedule",
  "set-aside": "What the background work leaves out for a while because it fails",
  export: "Tables for spreadsheets",
  admins: "Who may run Hearth; works on the database itself",
  keys: "The key that secrets are encrypted with; works on the database itself",
  mails: "What the product sent by mail; works on the database itself",
  uploads: "Where uploaded files are kept; works on the database itself",
  restored: "What is held back after an earlier moment was brought back; works on the database itself",
  backup: "The database and the uploaded files, kept and brought back; works on the database itself",
};

/**
 * Gives the commands that the library made the manners of this program: a refusal is its sentence and where help is, not all of the help; an
 * option that takes a value has to have one; and a group says what it is about.
 */
export function tidyCommands(command: AnyCommand, manners: Manners, path = command.name()): void {
  const { isJson, exit, say, refuse } = manners;
  command.configureOutput({
    writeErr: say,
    outputError: (message, write) => write(refuse(sentence(message))),
  });
  command.showHelpAfterError(isJson ? false : `Help: ${path} --help`);
  for (const option of command.options) demandValue(option);
  const isGroup = command.commands.length > 0;
  if (isGroup && command.parent) {
    command.description(groups[command.name()] ?? "");
    command.exitOverride(({ exitCode }) => exit(exitCode));
  }
  for (const inner of command.commands) tidyCommands(inner, manners, `${path} ${inner.name()}`);
}

function sentence(message: string): string {
  const text = message.replace(/^error: /, "").trim();
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** The library lets every value be left out and takes `true` for it; and it lets a yes have a value, which may be the next word of the line. */
function demandValue(option: Option): void {
  if (!option.optional) return;
  const isYes = option.flags.endsWith(" [boolean]");
  option.optional = false;
  option.required = !isYes;
  option.flags = isYes ? option.flags.replace(" [boolean]", "") : option.flags.replace(/\[(\w+)\]$/, "<$1>");
}
