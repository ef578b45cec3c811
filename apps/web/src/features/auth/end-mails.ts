/**
 * Unsubscribes from the kind of mail that the link's token names. Returns the message to show. @throws Error if the token is incomplete.
 */
export async function endMails(token: string): Promise<string> {
  const response = await fetch(`/api/mail/unsubscribe/${encodeURIComponent(token)}`, { method: "POST" });
  if (!response.ok) throw new Error("This link is not complete");
  return "You will not get emails like that one any more";
}
