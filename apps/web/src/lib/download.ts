/** Saves a file that only its token opens. @throws where the server does not give it out. */
export async function downloadWithToken(path: string, name: string, token: string | null): Promise<void> {
  const answer = await fetch(path, token === null ? {} : { headers: { Authorization: `Bearer ${token}` } });
  if (!answer.ok) throw new Error(`The download was answered with ${answer.status}`);
  const url = URL.createObjectURL(await answer.blob());
  const link = document.createElement("a");
  link.href = url;
  link.download = name;
  link.click();
  // The download has begun by the next turn; some browsers still read the address until then.
  setTimeout(() => URL.revokeObjectURL(url), 0);
}
