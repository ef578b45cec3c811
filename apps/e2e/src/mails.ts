import { expect, system } from "./hearth.ts";

/** A mail that the simulator has taken. */
interface Received {
  subject: string;
  text: string;
}

/** The newest mail with such a subject that somebody was sent, as soon as it is there. */
export async function newestMail(to: string, subject: string): Promise<Received> {
  let found: Received | undefined;
  await expect(async () => {
    const response = await fetch(`${system.simulatorUrl}/mails?to=${encodeURIComponent(to)}`);
    const mails: Received[] = await response.json();
    found = mails.find((mail) => mail.subject === subject);
    expect(found, `a mail "${subject}"`).toBeDefined();
  }).toPass({ timeout: 30_000 });
  if (!found) throw new Error("The mail is gone");
  return found;
}

/** The path of the link in a mail, with what it proves. */
export function linkIn({ text }: Received): string {
  const [address = ""] = /https?:\/\/\S+#hrm_[\w-]+/.exec(text) ?? [];
  const { pathname, hash } = new URL(address);
  return `${system.url}${pathname}${hash}`;
}
