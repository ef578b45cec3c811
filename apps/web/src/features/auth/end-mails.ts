/** Ends the mails that a mail's link is about; answers what to say. @throws Error where the link is not complete. */
export async function endMails(token: string): Promise<string> {
  const response = await fetch(`/api/mail/unsubscribe/${encodeURIComponent(token)}`, { method: "POST" });
  if (!response.ok) throw new Error("This link is not complete");
  return "You will not get mails like that one any more";
}
