/** Makes many askings into few: the work is done at once, and then at most once per pause, never forgetting the last asking. */
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
