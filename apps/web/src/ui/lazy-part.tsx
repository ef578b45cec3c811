import { type ComponentType, createContext, lazy, use, useReducer } from "react";
import { Alert } from "./alert.tsx";
import { Button } from "./button.tsx";

const retryAfterMs = 1_000;

/** Loads the part again. Provided to what is shown in place of a part that did not load. */
const TryAgain = createContext(() => {});

/** Returns a function that loads the missing part again. For the `failed` component of `lazyPart`. */
export const useTryAgain = (): (() => void) => use(TryAgain);

/**
 * Loads a part of a page on demand. A file that does not come is requested once more; then the part alone shows that it is missing, with a
 * button to try again. `failed` replaces that message.
 */
export function lazyPart<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  failed: ComponentType<Props> = Missing,
): ComponentType<Props> {
  const create = () =>
    lazy(async () => {
      try {
        return { default: await load().catch(() => later(load)) };
      } catch {
        return { default: failed };
      }
    });
  let Loaded = create();
  return function Part(props: Props) {
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
  };
}

function Missing() {
  return <MissingPart onRetry={useTryAgain()} />;
}

/** Shown in place of a part of a page, or of a page, whose code could not be loaded. */
export function MissingPart({ onRetry }: { onRetry: () => void }) {
  return (
    <Alert tone="waiting" title="This part of the page did not load." announce>
      <p>Check your connection. Everything else on the page still works.</p>
      <Button size="small" onClick={onRetry}>
        Try again
      </Button>
    </Alert>
  );
}

async function later<Result>(load: () => Promise<Result>): Promise<Result> {
  await new Promise((resolve) => setTimeout(resolve, retryAfterMs));
  return load();
}
