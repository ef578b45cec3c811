import { root } from "./settings.ts";

/** An error that the user can fix. Its message is a sentence that says what to do. */
export class UserFacingError extends Error {
  /** Log lines that may help, printed below the sentence. */
  readonly detail: string;
  constructor(message: string, detail = "") {
    super(message);
    this.name = "UserFacingError";
    this.detail = detail;
  }
}

/** Formats any error for the terminal. */
export function explain(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const code = "code" in error ? error.code : undefined;
  if (code === "ENOSPC" || code === "EDQUOT") return `There is no space left on the disk that holds ${root}. Free some and start again.`;
  if (code === "EACCES" || code === "EPERM" || code === "EROFS") {
    const path = "path" in error ? ` (${String(error.path)})` : "";
    return `Hearth may not write its data${path}: it belongs to another user. Start as the user who owns ${root}, or change the owner.`;
  }
  const detail = "detail" in error && typeof error.detail === "string" && error.detail !== "" ? `\n\n${indent(error.detail)}` : "";
  return `${error.message}${detail}`;
}

function indent(text: string): string {
  return text
    .split("\n")
    .map((line) => `  ${line}`)
    .join("\n");
}
