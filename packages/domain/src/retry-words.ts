const units = [
  { name: "day", seconds: 86_400 },
  { name: "hour", seconds: 3600 },
  { name: "minute", seconds: 60 },
] as const;

/** Names a waiting time in its largest whole unit, rounded up: "37 minutes". */
export function waitingTime(seconds: number): string {
  const unit = units.find((one) => seconds > one.seconds) ?? { name: "second", seconds: 1 };
  const count = Math.max(1, Math.ceil(seconds / unit.seconds));
  return `${count} ${unit.name}${count === 1 ? "" : "s"}`;
}

const vague = /\s*Please (?:wait a moment and try again|try again(?: shortly| later)?)\.$/;

/**
 * Ends a failure's message with the time of a retry, in place of a vague sentence, for example "Please try again shortly". Keeps a message
 * that names a time already.
 */
export function sayWhen(message: string, retryAfterSeconds: number | undefined): string {
  if (retryAfterSeconds === undefined || message.includes("try again in ")) return message;
  return `${message.replace(vague, "")} Please try again in ${waitingTime(retryAfterSeconds)}.`;
}
