/** The engraving's own coordinates; it is stretched to the width of its receipt. */
export const engravingBox = { width: 560, height: 104 };

const lines = 22;
const samples = 70;

/**
 * The 22 sine waves of a receipt, drawn from its transaction hash: the first byte says how many waves there are, the second how
 * many swells their height has, the third where they begin. The same hash gives the same drawing.
 */
export function engravingPaths(hash: string): string[] {
  const [waves = 0, swells = 0, phase = 0] = bytesOf(hash);
  const shape = { waves: 3 + (waves % 4), swells: 2 + (swells % 3), start: (phase / 256) * 2 * Math.PI };
  return Array.from({ length: lines }, (_, index) => wavePath(index / lines, shape));
}

function bytesOf(hash: string): number[] {
  const digits = hash.replace(/^0x/, "");
  return [0, 2, 4].map((at) => Number.parseInt(digits.slice(at, at + 2), 16) || 0);
}

function wavePath(offset: number, shape: { waves: number; swells: number; start: number }): string {
  const { width, height } = engravingBox;
  const points = Array.from({ length: samples + 1 }, (_, index) => {
    const along = index / samples;
    const swell = 0.68 + 0.32 * Math.cos(2 * Math.PI * shape.swells * along + shape.start);
    const wave = Math.sin(2 * Math.PI * (shape.waves * along + offset) + shape.start);
    return `${(along * width).toFixed(1)} ${(height / 2 + (height / 2 - 1) * swell * wave).toFixed(1)}`;
  });
  return `M${points.join("L")}`;
}
