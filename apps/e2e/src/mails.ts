import { expect, system } from "./hearth.ts";

/** A mail that the simulator received. */
interface Received {
  subject: string;
  text: string;
}

/** Waits for a mail with this subject and returns the newest. */
export async function newestMail(to: string, subject: string | RegExp): Promise<Received> {
  let found: Received | undefined;
  await expect(async () => {
    const response = await fetch(`${system.simulatorUrl}/mails?to=${encodeURIComponent(to)}`);
    const mails: Received[] = await response.json();
    found = mails.find((mail) => (typeof subject === "string" ? mail.subject === subject : subject.test(mail.subject)));
    expect(found, `a mail "${String(subject)}"`).toBeDefined();
  }).toPass({ timeout: 30_000 });
  if (!found) throw new Error("The mail is gone");
  return found;
}

/** Returns the URL of a mail's link, with its token. */
export function linkIn({ text }: Received): string {
  const [address = ""] = /https?:\/\/\S+#hrm_[\w-]+/.exec(text) ?? [];
  const { pathname, hash } = new URL(address);
  return `${system.url}${pathname}${hash}`;
}
