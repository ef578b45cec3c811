import type { ComponentType } from "react";
import { LazyOverlay } from "../../lib/loading/lazy-overlay.tsx";
import { lazyPart } from "../../ui/lazy-part.tsx";
import type { PaletteProps } from "./command-palette.tsx";
import type { usePalette } from "./use-palette.ts";

const KeyList = lazyPart(async () => (await import("./key-list.tsx")).KeyList);

interface PaletteAndKeysProps {
  palette: ReturnType<typeof usePalette>;
  /** Search palette of the area. */
  Palette: ComponentType<PaletteProps>;
  onLogout: () => void;
}

/** The palette of an area and its list of keys, each loaded when it first opens. */
export function PaletteAndKeys({ palette, Palette, onLogout }: PaletteAndKeysProps) {
  return (
    <>
      <LazyOverlay open={palette.isOpen}>
        <Palette open={palette.isOpen} onClose={palette.close} onLogout={onLogout} onKeys={palette.openKeys} />
      </LazyOverlay>
      <LazyOverlay open={palette.areKeysOpen}>
        <KeyList open={palette.areKeysOpen} onClose={palette.close} />
      </LazyOverlay>
    </>
  );
}
