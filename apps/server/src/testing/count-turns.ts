import { setImmediate as nextTurn } from "node:timers/promises";

/** Counts the turns of the event loop until some work is over. In each turn this thread could have answered another request. */
export async function countTurns(work: Promise<unknown>): Promise<number> {
  const state = { isOver: false };
  const end = () => {
    state.isOver = true;
  };
  void work.then(end, end);
  let turns = 0;
  for (; !state.isOver; turns += 1) await nextTurn();
  return turns;
}
