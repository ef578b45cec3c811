/** Throttles a function. Runs it at once, then at most once per pause. A call during the pause is run after it. */
export function gather(work: () => void, pauseMs: number): () => void {
  let isResting = false;
  let isAsked = false;
  const run = () => {
    isResting = true;
    isAsked = false;
    work();
    setTimeout(() => {
      isResting = false;
      if (isAsked) run();
    }, pauseMs);
  };
  return () => {
    if (isResting) isAsked = true;
    else run();
  };
}
