/** True if a change requires the password, because it replaces an existing wallet. */
export function needsPassword(current: string | null, next: string): boolean {
  return current !== null && current.toLowerCase() !== next.trim().toLowerCase();
}

export const passwordHint = "We ask again because this decides where your money goes.";
