/** A text cut to `length` characters, and to one line if there is not enough room. The tooltip shows all of it. */
export function Truncate({ text, length }: { text: string; length: number }) {
  return <span title={text}>{cutText(text, length)}</span>;
}

/** Cuts a text to `length` characters, and appends an ellipsis if it was cut. */
export function cutText(text: string, length: number): string {
  const characters = [...text];
  return characters.length <= length ? text : `${characters.slice(0, length).join("").trimEnd()}…`;
}
