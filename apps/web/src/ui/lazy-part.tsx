import { type ComponentType, createContext, lazy, use, useEffect, useReducer } from "react";
import { Alert } from "./alert.tsx";
import { Button } from "./button.tsx";

const retryAfterMs = 1_000;

/** Loads the part again. Provided to what is shown in place of a part that did not load. */
const TryAgain = createContext(() => {});

/** Returns a function that loads the missing part again. For the `failed` component of `lazyPart`. */
export const useTryAgain = (): (() => void) => use(TryAgain);

/** A part of a page whose code is loaded on demand. */
export type LazyPart<Props extends object> = ComponentType<Props> & {
  /**
   * Props of the button that opens the part. They fetch its code when a pointer, a finger or the focus reaches the button. A file that does
   * not come is left to the press.
   */
  opener: { onPointerEnter: () => void; onFocus: () => void };
};

/**
 * Loads a part of a page on demand. A file that does not come is requested once more; then the part alone shows that it is missing, with a
 * button to try again. `failed` replaces that message.
 */
export function lazyPart<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  failed: ComponentType<Props> = Missing,
): LazyPart<Props> {
  const create = () => lazy(async () => ({ default: await loadTwice(load, failed) }));
  let Loaded = create();
  function Part(props: Props) {
    const [, renderAgain] = useReducer((count: number) => count + 1, 0);
    const tryAgain = () => {
      Loaded = create();
      renderAgain();
    };
    return (
      <TryAgain value={tryAgain}>
        <Loaded {...props} />
      </TryAgain>
    );
  }
  const onFocus = () => void load().catch(() => {});
  Part.opener = { onPointerEnter: onFocus, onFocus };
  return Part;
}

function Missing() {
  return <MissingPart onRetry={useTryAgain()} />;
}

/** The server's version, for parts that are missing: a new deployment removes the files of the one before. */
export const VersionContext = createContext({ isNewReady: false, check: () => {} });

/** Shown in place of a part of a page, or of a page, whose code could not be loaded. Offers to reload if there is a new version. */
export function MissingPart({ onRetry }: { onRetry: () => void }) {
  const { isNewReady, check } = use(VersionContext);
  useEffect(() => check(), [check]);
  return (
    <Alert tone="waiting" title={isNewReady ? "A new version of Hearth is ready." : "This part of the page did not load."} announce>
      <p>{isNewReady ? "This part of the page needs it." : "Check your connection."} Everything else on the page still works.</p>
      <Button size="small" onClick={isNewReady ? () => window.location.reload() : onRetry}>
        {isNewReady ? "Reload" : "Try again"}
      </Button>
    </Alert>
  );
}

/**
 * Loads a file of code, and asks once more if it does not come. Then returns `instead` where it is given. Otherwise throws an error with
 * another text than the browser's, at which the router would reload the window on its own.
 */
export async function loadTwice<Loaded>(load: () => Promise<Loaded>, instead?: Loaded): Promise<Loaded> {
  try {
    return await load();
  } catch {
    await new Promise((resolve) => setTimeout(resolve, retryAfterMs));
  }
  try {
    return await load();
  } catch (cause) {
    if (instead !== undefined) return instead;
    throw new MissingFile("A file of Hearth did not come", { cause });
  }
}

/** A file of code did not come, although it was asked for twice. */
export class MissingFile extends Error {}
