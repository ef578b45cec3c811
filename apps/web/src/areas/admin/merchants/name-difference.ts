/** A run of letters of a name, which the other name has too or lacks. */
export interface NamePart {
  text: string;
  differs: boolean;
}

/** The parts of two names, and the letters that differ in pairs: "1 instead of i". */
export interface NameDifference {
  left: NamePart[];
  right: NamePart[];
  pairs: { left: string; right: string }[];
}

/** Compares two names letter by letter, so that a digit, another alphabet's letter or another case shows. */
export function differenceOf(left: string, right: string): NameDifference {
  const from = Array.from(left);
  const to = Array.from(right);
  const lengths = commonLengths(from, to);
  const difference: NameDifference = { left: [], right: [], pairs: [] };
  let [i, j] = [0, 0];
  while (i < from.length || j < to.length) {
    if (i < from.length && from[i] === to[j]) {
      append(difference.left, from[i], false);
      append(difference.right, to[j], false);
      i += 1;
      j += 1;
      continue;
    }
    const [startI, startJ] = [i, j];
    while ((i < from.length || j < to.length) && from[i] !== to[j]) {
      if (j === to.length || (i < from.length && lengthAt(lengths, i + 1, j) >= lengthAt(lengths, i, j + 1))) i += 1;
      else j += 1;
    }
    for (const letter of from.slice(startI, i)) append(difference.left, letter, true);
    for (const letter of to.slice(startJ, j)) append(difference.right, letter, true);
    difference.pairs.push({ left: from.slice(startI, i).join(""), right: to.slice(startJ, j).join("") });
  }
  return difference;
}

/** Says how the first name differs from the second: `“1” instead of “i”`. Letters that look alike are named by their code. */
export function differenceWords({ pairs }: NameDifference): string {
  if (pairs.length === 0) return "The names are the same, letter by letter.";
  const said = pairs.map(({ left, right }) => {
    if (left === "") return `${quoted(right)} is missing`;
    if (right === "") return `${quoted(left)} is added`;
    return `${quoted(left)} instead of ${quoted(right)}`;
  });
  return `Different: ${said.join(", ")}.`;
}

function quoted(text: string): string {
  const codes = Array.from(text)
    .filter((letter) => !/^[ -~]$/.test(letter))
    .map((letter) => `U+${(letter.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, "0")}`);
  return `“${text}”${codes.length === 0 ? "" : ` (${codes.join(" ")})`}`;
}

function append(parts: NamePart[], letter: string | undefined, differs: boolean): void {
  const last = parts.at(-1);
  if (last?.differs === differs) last.text += letter ?? "";
  else parts.push({ text: letter ?? "", differs });
}

type Lengths = readonly (readonly number[])[];

const lengthAt = (lengths: Lengths, i: number, j: number) => lengths[i]?.[j] ?? 0;

/** Lengths of the longest common subsequences of the ends that begin at each pair of places. */
function commonLengths(from: readonly string[], to: readonly string[]): Lengths {
  const lengths = Array.from({ length: from.length + 1 }, () => Array.from({ length: to.length + 1 }, () => 0));
  for (let i = from.length - 1; i >= 0; i -= 1) {
    const row = lengths[i] ?? [];
    for (let j = to.length - 1; j >= 0; j -= 1) {
      row[j] = from[i] === to[j] ? lengthAt(lengths, i + 1, j + 1) + 1 : Math.max(lengthAt(lengths, i + 1, j), lengthAt(lengths, i, j + 1));
    }
  }
  return lengths;
}
