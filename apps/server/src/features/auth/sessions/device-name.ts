import Bowser from "bowser";

const unknown = "Unknown device";

/** What a user agent calls itself, in words for people: "Chrome on macOS"; a program that is no browser goes by its own first word. */
export function nameDevice(userAgent: string | null): string {
  if (!userAgent) return unknown;
  const { browser, os } = Bowser.parse(userAgent);
  if (browser.name && os.name) return `${browser.name} on ${os.name}`;
  return browser.name || /^[\w.-]{2,40}/.exec(userAgent)?.[0] || unknown;
}
