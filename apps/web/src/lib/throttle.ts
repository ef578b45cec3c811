/** Throttles a function. Runs it at once, then at most once per pause. A call during the pause is run after it. */
export function throttle(work: () => void, pauseMs: number): () => void {
  let isPaused = false;
  let isPending = false;
  const run = () => {
    isPaused = true;
    isPending = false;
    work();
    setTimeout(() => {
      isPaused = false;
      if (isPending) run();
    }, pauseMs);
  };
  return () => {
    if (isPaused) isPending = true;
    else run();
  };
}
