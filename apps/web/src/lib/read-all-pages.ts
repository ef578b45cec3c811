import { limits } from "@hearth/domain/limits";

/** Loads all pages of a list, with the maximum page size. */
export async function readAllPages<Item>(
  load: (page: { cursor?: string; limit: number }) => Promise<{ items: Item[]; nextCursor: string | null }>,
): Promise<Item[]> {
  const items: Item[] = [];
  let cursor: string | null = null;
  do {
    const page = await load({ limit: limits.listMax, ...(cursor !== null && { cursor }) });
    items.push(...page.items);
    cursor = page.nextCursor;
  } while (cursor !== null);
  return items;
}
