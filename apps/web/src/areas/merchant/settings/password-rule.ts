/** Whether a change asks for the password: where it puts another wallet in the place of one that is there. */
export function needsPassword(current: string | null, next: string): boolean {
  return current !== null && current.toLowerCase() !== next.trim().toLowerCase();
}

export const passwordHint = "We ask again because this decides where your money goes.";
