import Bowser from "bowser";

const unknown = "Unknown device";

/** Names a user agent for people: "Chrome on macOS". A program that is not a browser is named by its first word. */
export function nameDevice(userAgent: string | null): string {
  if (!userAgent) return unknown;
  const { browser, os } = Bowser.parse(userAgent);
  if (browser.name && os.name) return `${browser.name} on ${os.name}`;
  return browser.name || /^[\w.-]{2,40}/.exec(userAgent)?.[0] || unknown;
}
