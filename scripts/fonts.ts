import { mkdir, readFile, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { join } from "node:path";
import subsetFont from "subset-font";
import { root } from "./launch/settings.ts";

type Axes = Record<string, number | { min: number; max: number }>;

interface Cut {
  /** The source file in the package. */
  from: string;
  to: string;
  /** The range of each axis to keep. */
  axes: Axes;
}

/** The characters of the packages' `latin` files. `unicode-range` in fonts.css uses these fonts for them. */
const latin: readonly [number, number][] = [
  [0x20, 0x7e],
  [0xa0, 0xff],
  [0x131, 0x131],
  [0x152, 0x153],
  [0x2bb, 0x2bc],
  [0x2c6, 0x2c6],
  [0x2da, 0x2da],
  [0x2dc, 0x2dc],
  [0x304, 0x304],
  [0x308, 0x308],
  [0x329, 0x329],
  [0x2000, 0x206f],
  [0x20ac, 0x20ac],
  [0x2122, 0x2122],
  [0x2191, 0x2191],
  [0x2193, 0x2193],
  [0x2212, 0x2212],
  [0x2215, 0x2215],
  [0xfffd, 0xfffd],
];

const cuts: readonly Cut[] = [
  {
    from: "hanken-grotesk/files/hanken-grotesk-latin-wght-normal.woff2",
    to: "hanken-grotesk-latin.woff2",
    axes: { wght: { min: 400, max: 650 } },
  },
  { from: "hepta-slab/files/hepta-slab-latin-wght-normal.woff2", to: "hepta-slab-latin.woff2", axes: { wght: { min: 270, max: 420 } } },
];

const web = join(root, "apps", "web");
const packages = createRequire(join(web, "package.json"));
const folder = join(web, "src", "ui", "fonts");

/** Cuts the fonts of the first paint down to the used characters and weights, into files that are committed. Run it when a typeface changes. */
await mkdir(folder, { recursive: true });
for (const { from, to, axes } of cuts) {
  const whole = await readFile(packages.resolve(`@fontsource-variable/${from}`));
  const characters = latin.flatMap(([first, last]) => Array.from({ length: last - first + 1 }, (_, index) => first + index));
  const cut = await subsetFont(whole, String.fromCodePoint(...characters), { targetFormat: "woff2", variationAxes: axes });
  await writeFile(join(folder, to), cut);
  console.log(`${to}: ${whole.length} to ${cut.length} bytes`);
}
