/** A text cut to that many characters, with an ellipsis where something is missing. */
export function cutText(text: string, length: number): string {
  const characters = [...text];
  return characters.length <= length ? text : `${characters.slice(0, length).join("").trimEnd()}…`;
}
