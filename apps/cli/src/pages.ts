import { limits } from "@hearth/domain/limits";
import type { Page } from "./output/answer.ts";
import type { Terminal } from "./terminal.ts";

/** The requested part of a list. */
export interface ListPart {
  limit: number;
  cursor?: string | undefined;
}

/** Fetches pages until `limit` items are collected, or all of them. */
export async function collect<Item>(
  terminal: Terminal,
  range: ListPart,
  fetchPage: (page: { limit: number; cursor?: string }) => Promise<Page<Item>>,
): Promise<Page<Item>> {
  const items: Item[] = [];
  let nextCursor = range.cursor ?? null;
  do {
    const limit = Math.min(limits.listMax, range.limit - items.length);
    const page = await fetchPage({ limit, ...(nextCursor !== null && { cursor: nextCursor }) });
    items.push(...page.items);
    ({ nextCursor } = page);
    if (nextCursor !== null && items.length < range.limit) terminal.progress(`${items.length} read ...`);
  } while (nextCursor !== null && items.length < range.limit);
  terminal.endProgress();
  return { items, nextCursor };
}
