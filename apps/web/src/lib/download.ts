export function saveFile(fileName: string, content: Blob): void {
  const url = URL.createObjectURL(content);
  const link = document.createElement("a");
  link.href = url;
  link.download = fileName;
  link.click();
  // The download has started by the next task; some browsers read the URL until then.
  setTimeout(() => URL.revokeObjectURL(url), 0);
}

/** Saves a file that a call returned in base64. */
export function saveBase64({ fileName, mediaType, content }: { fileName: string; mediaType: string; content: string }): void {
  const bytes = Uint8Array.from(atob(content), (character) => character.charCodeAt(0));
  saveFile(fileName, new Blob([bytes], { type: mediaType }));
}

export function downloadText(fileName: string, text: string, type: "text/plain" | "text/csv" | "application/json" = "text/plain"): void {
  saveFile(fileName, new Blob([text], { type: `${type};charset=utf-8` }));
}

/** Downloads a file that requires a token. @throws if the server refuses it. */
export async function downloadWithToken(path: string, name: string, token: string | null): Promise<void> {
  const answer = await fetch(path, token === null ? {} : { headers: { Authorization: `Bearer ${token}` } });
  if (!answer.ok) throw new Error(`The download failed: HTTP ${answer.status}`);
  saveFile(name, await answer.blob());
}
