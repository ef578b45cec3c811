import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";

const pages = join(import.meta.dirname, "..", "apps", "web", "src");
const tokensCss = readFileSync(join(pages, "ui", "tokens.css"), "utf8");
const stylesheets = globSync("**/*.css", { cwd: pages }).map((file) =>
  readFileSync(join(pages, file), "utf8").replaceAll(/\/\*.*?\*\//gs, ""),
);
const themes = ["light", "dark"] as const;
type Theme = (typeof themes)[number];

/** Minimum contrast of text (WCAG 2.2, 1.4.3), and of control edges and the focus (1.4.11). */
const textRatio = 4.5;
const shapeRatio = 3;

const surfaces = ["--paper", "--raised", "--sunk"];
/** Text colours on any surface. A tone is the colour of a status. */
const tones = ["--ink", "--muted", "--engrave", "--ember-ink", "--alarm"];
const textColours = tones;
/** Shades of ink over a surface (hover, current item) in percent, and the text colours on them. */
const shades = [
  { percent: 5, texts: ["--ink", "--muted"] },
  { percent: 6, texts: ["--ink", "--muted"] },
];
/** Shades without text: a skeleton, a pressed button, and the empty part of a bar. */
const bareShades = [8, 10];
/** Text colours on filled shapes of one colour. */
const filled = [
  ["--on-ink", "--ink"],
  ["--on-ink", "--ink-hover"],
  ["--ink", "--ember-bed"],
  ["--ember-ink", "--ember-bed"],
] as const;

/** Colours that a script sets on an element. */
const fromScripts = new Set(["--transform-origin", "--available-height", "--available-width"]);

const shadeOf = (percent: number) => `color-mix(in oklab, var(--ink) ${percent}%, transparent)`;
/** QR codes are dark on white in both themes. */
const [qrInk, qrPaper] = ["oklch(0.2 0.02 265)", "oklch(1 0 0)"];

describe.each(themes)("in the %s", (theme) => {
  const colour = (name: string) => tokenColour(name, theme);

  it.each(surfaces)("everything that is written can be read on %s", (surface) => {
    for (const text of textColours) expectContrast(text, colour(text), surface, colour(surface), textRatio);
  });

  it.each(shades)("what is written on $percent % of ink can be read", ({ percent, texts }) => {
    for (const surface of ["--paper", "--raised"]) {
      const ground = over(colour("--ink"), percent / 100, colour(surface));
      for (const text of texts) expectContrast(text, colour(text), `${percent} % ink on ${surface}`, ground, textRatio);
    }
  });

  it.each(filled)("%s can be read on %s", (text, shape) => {
    expectContrast(text, colour(text), shape, colour(shape), textRatio);
  });

  it.each(["--paper", "--raised"])("the edge of a control and the focus stand out from %s", (surface) => {
    for (const shape of ["--edge", "--ember", "--engrave", "--alarm"])
      expectContrast(shape, colour(shape), surface, colour(surface), shapeRatio);
  });
});

describe("the stylesheets", () => {
  const used = (property: RegExp) =>
    new Set(stylesheets.flatMap((css) => [...css.matchAll(property)].map(([, value = ""]) => value.trim())));

  it("use no token that is not there", () => {
    const given = new Set([tokensCss, ...stylesheets].flatMap((css) => [...css.matchAll(/(--[\w-]+):/g)].map(([, name = ""]) => name)));
    const asked = new Set(stylesheets.flatMap((css) => [...css.matchAll(/var\((--[\w-]+)\)/g)].map(([, name = ""]) => name)));
    expect([...asked].filter((name) => !given.has(name) && !fromScripts.has(name))).toEqual([]);
  });

  it("shade a surface in no other way than is tested here", () => {
    const percents = [...used(/color-mix\(in oklab, var\(--ink\) ([\d.]+)%, transparent\)/g)].map(Number);
    const known = [...shades.map(({ percent }) => percent), ...bareShades];
    expect(percents.filter((percent) => !known.includes(percent))).toEqual([]);
  });

  it("write in no colour that is not tested here", () => {
    const tested = [...textColours, ...filled.map(([text]) => text), "--tone"].map((name) => `var(${name})`);
    const usedColours = used(/(?<![\w-])color:([^;]+);/g);
    expect([...usedColours].filter((colour) => ![...tested, "inherit", qrInk].includes(colour))).toEqual([]);
  });

  it("give a tone no other colour than a status has", () => {
    const given = used(/--tone:([^;]+);/g);
    expect([...given].filter((value) => !tones.some((tone) => value === `var(${tone})`))).toEqual([]);
  });

  it("lay text on no surface that is not tested here", () => {
    const pairs = stylesheets
      .flatMap((css) => [...css.matchAll(/\{([^{}]*)\}/g)].map(([, rule = ""]) => rule))
      .flatMap((rule) => {
        const text = /(?<![\w-])color:([^;]+);/.exec(rule)?.[1]?.trim();
        const ground = /(?<![\w-])background(?:-color)?:([^;]+);/.exec(rule)?.[1]?.trim();
        return text === undefined || ground === undefined || ground === "none" ? [] : [[text, ground] as const];
      });
    const onSurfaces = new Set(surfaces.map((name) => `var(${name})`));
    const tested = new Set([
      ...filled.map(([text, shape]) => `var(${text}) on var(${shape})`),
      ...shades.map(({ percent }) => `var(--ink) on ${shadeOf(percent)}`),
      `${qrInk} on ${qrPaper}`,
    ]);
    expect(pairs.filter(([text, ground]) => !onSurfaces.has(ground) && !tested.has(`${text} on ${ground}`))).toEqual([]);
    expect(pairs.length).toBeGreaterThan(3);
  });
});

type Rgb = readonly [number, number, number];

function tokenText(name: string): string {
  const value = new RegExp(`^\\s*${name}: ([^;]+);`, "m").exec(tokensCss)?.[1];
  if (value === undefined) throw new Error(`tokens.css has no ${name}`);
  return value;
}

/** Returns a token's colour as sRGB, from 0 to 1. */
function tokenColour(name: string, theme: Theme): Rgb {
  const both = /^light-dark\((oklch\([^)]+\)), (oklch\([^)]+\))\)$/.exec(tokenText(name));
  if (both === null) throw new Error(`${name} is not written as light-dark(oklch(...), oklch(...))`);
  return fromOklch(both[theme === "light" ? 1 : 2] ?? "");
}

/** Converts by CSS Color 4, section 9.4. Values outside of sRGB are clipped, as screens do. */
function fromOklch(text: string): Rgb {
  const [lightness = 0, chroma = 0, hue = 0] = [...text.matchAll(/[\d.]+/g)].map(([number]) => Number(number));
  const [a, b] = [chroma * Math.cos((hue * Math.PI) / 180), chroma * Math.sin((hue * Math.PI) / 180)];
  const l = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3;
  const m = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3;
  const s = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3;
  return [
    encode(4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s),
    encode(-1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s),
    encode(-0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s),
  ];
}

function encode(linear: number): number {
  const cut = Math.min(1, Math.max(0, linear));
  return cut <= 0.0031308 ? 12.92 * cut : 1.055 * cut ** (1 / 2.4) - 0.055;
}

function decode(channel: number): number {
  return channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4;
}

/** Returns a colour at some opacity over another one. */
function over([r, g, b]: Rgb, share: number, [x, y, z]: Rgb): Rgb {
  const mix = (top: number, below: number) => top * share + below * (1 - share);
  return [mix(r, x), mix(g, y), mix(b, z)];
}

function luminance([r, g, b]: Rgb): number {
  return 0.2126 * decode(r) + 0.7152 * decode(g) + 0.0722 * decode(b);
}

function expectContrast(name: string, colour: Rgb, groundName: string, ground: Rgb, atLeast: number): void {
  const [darker = 0, lighter = 0] = [luminance(colour), luminance(ground)].toSorted((left, right) => left - right);
  expect((lighter + 0.05) / (darker + 0.05), `${name} on ${groundName}`).toBeGreaterThanOrEqual(atLeast);
}
