import { PaletteAndKeys } from "../../kit/palette/palette-and-keys.tsx";
import { usePalette } from "../../kit/palette/use-palette.ts";
import { lazyPart } from "../../ui/lazy-part.tsx";

const ConsumerPalette = lazyPart(async () => (await import("./palette.tsx")).ConsumerPalette);

/** Ctrl K and `?` in the tenant's area, loaded after the page. */
export function ConsumerKeys({ onLogout }: { onLogout: () => void }) {
  return <PaletteAndKeys palette={usePalette()} Palette={ConsumerPalette} onLogout={onLogout} />;
}
