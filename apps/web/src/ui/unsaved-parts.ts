import { createContext, use, useEffect } from "react";

/** A part of a dialog that may hold what somebody typed. Must be the same object on each render. */
export interface UnsavedPart {
  /** True if closing the dialog would lose something. */
  hasChanges(): boolean;
  discard(): void;
}

/** The parts of the enclosing dialog. Null outside of a dialog. */
export const UnsavedParts = createContext<Set<UnsavedPart> | null>(null);

/** Registers a part, so that its dialog asks before it closes. */
export function useUnsavedPart(part: UnsavedPart): void {
  const parts = use(UnsavedParts);
  useEffect(() => {
    parts?.add(part);
    return () => void parts?.delete(part);
  }, [parts, part]);
}
