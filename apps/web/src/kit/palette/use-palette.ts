import { useEffect, useState } from "react";

/** State of the palette. Ctrl K or Command K toggles it from anywhere. */
export function usePalette() {
  const [isOpen, setOpen] = useState(false);
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== "k" || !(event.ctrlKey || event.metaKey) || event.shiftKey || event.altKey) return;
      event.preventDefault();
      setOpen((is) => !is);
    };
    window.addEventListener("keydown", press);
    return () => window.removeEventListener("keydown", press);
  }, []);
  return { isOpen, open: () => setOpen(true), close: () => setOpen(false) };
}
