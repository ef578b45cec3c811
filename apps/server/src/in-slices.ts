import { setImmediate as nextTurn } from "node:timers/promises";

/** Yields items in slices of at most `size`. Other requests are answered between two slices, so work on one slice must be short: some ten milliseconds. */
export async function* inSlices<Item>(items: Iterable<Item>, size: number): AsyncGenerator<Item[]> {
  let slice: Item[] = [];
  for (const item of items) {
    slice.push(item);
    if (slice.length < size) continue;
    yield slice;
    slice = [];
    await nextTurn();
  }
  if (slice.length > 0) yield slice;
}
