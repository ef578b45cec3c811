/** A text cut to so many characters, and to one line where there is no room for them; the whole of it is in its tooltip. */
export function Truncate({ text, length }: { text: string; length: number }) {
  return <span title={text}>{cutText(text, length)}</span>;
}

/** A text cut to that many characters, with an ellipsis where something is missing. */
export function cutText(text: string, length: number): string {
  const characters = [...text];
  return characters.length <= length ? text : `${characters.slice(0, length).join("").trimEnd()}…`;
}
