import { limits } from "@hearth/domain/limits";
import type { Page } from "./output/answer.ts";
import type { Terminal } from "./terminal.ts";

/** Which part of a list is wanted. */
export interface Wanted {
  limit: number;
  cursor?: string | undefined;
}

/** Asks for page after page until so many items are there, or all of them. */
export async function collect<Item>(
  terminal: Terminal,
  wanted: Wanted,
  fetchPage: (page: { limit: number; cursor?: string }) => Promise<Page<Item>>,
): Promise<Page<Item>> {
  const items: Item[] = [];
  let nextCursor = wanted.cursor ?? null;
  do {
    const limit = Math.min(limits.listMax, wanted.limit - items.length);
    const page = await fetchPage({ limit, ...(nextCursor !== null && { cursor: nextCursor }) });
    items.push(...page.items);
    ({ nextCursor } = page);
    if (nextCursor !== null && items.length < wanted.limit) terminal.progress(`${items.length} read ...`);
  } while (nextCursor !== null && items.length < wanted.limit);
  terminal.endProgress();
  return { items, nextCursor };
}
