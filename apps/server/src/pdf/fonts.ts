import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { z } from "zod";
import { unpackWoff } from "./woff.ts";

const require = createRequire(import.meta.url);

/** The product's faces: slab for titles and large amounts, sans for everything else. */
export type Face = "sans" | "slab";

/** A font file with its code points. */
interface FontFile {
  path: string;
  ranges: readonly (readonly [from: number, to: number])[];
}

const latin = ["latin", "latin-ext", "vietnamese"];

/** Each face's files by script. Cyrillic and Greek use Inter, because the product's faces lack them. */
const files: Record<Face, FontFile[]> = {
  sans: [...filesOf("hanken-grotesk", latin), ...filesOf("inter", ["cyrillic", "cyrillic-ext", "greek", "greek-ext"])],
  slab: filesOf("hepta-slab", latin, 300),
};

function filesOf(family: string, scripts: readonly string[], weight = 400): FontFile[] {
  const ranges = z.record(z.string(), z.string()).parse(require(`@fontsource/${family}/unicode.json`));
  return scripts.map((script) => ({
    path: require.resolve(`@fontsource/${family}/files/${family}-${script}-${weight}-normal.woff`),
    ranges: readRanges(ranges[script] ?? ""),
  }));
}

let unpacked: { path: string; bytes: Buffer }[] | undefined;

/** Returns every font file unpacked. Read once, with the first document. */
export function fontFiles(): { path: string; bytes: Buffer }[] {
  unpacked ??= [...files.sans, ...files.slab].map(({ path }) => ({ path, bytes: unpackWoff(readFileSync(path)) }));
  return unpacked;
}

/** Parses CSS's `U+0000-00FF,U+0131`. */
function readRanges(text: string): FontFile["ranges"] {
  return text.split(",").map((range) => {
    const [from = "", to = from] = range.replace("U+", "").split("-");
    return [Number.parseInt(from, 16), Number.parseInt(to, 16)];
  });
}

function fileFor(character: string, face: Face): string | undefined {
  const code = character.codePointAt(0) ?? 0;
  return files[face].find(({ ranges }) => ranges.some(([from, to]) => code >= from && code <= to))?.path;
}

/**
 * Splits a text into runs of one font file each, all of one face: the requested one if it has every character, else the sans. Characters
 * that the sans lacks become question marks.
 */
export function fontRuns(text: string, preferredFace: Face): { path: string; text: string }[] {
  const characters = [...text];
  const face = characters.every((character) => fileFor(character, preferredFace) !== undefined) ? preferredFace : "sans";
  const runs: { path: string; text: string }[] = [];
  for (const character of characters) {
    const ownFile = fileFor(character, face);
    const path = ownFile ?? files[face][0]?.path ?? "";
    const piece = ownFile === undefined ? "?" : character;
    const last = runs.at(-1);
    if (last?.path === path) last.text += piece;
    else runs.push({ path, text: piece });
  }
  return runs;
}
