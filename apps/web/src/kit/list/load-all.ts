import { limits } from "@hearth/domain/limits";

interface Page<Row> {
  items: readonly Row[];
  nextCursor: string | null;
}

/** Loads all pages of a list one after the other, up to `most` rows. */
export async function loadAll<Row>(
  load: (page: { limit: number; cursor?: string }) => Promise<Page<Row>>,
  most = Number.POSITIVE_INFINITY,
): Promise<Row[]> {
  const rows: Row[] = [];
  let cursor: string | null = null;
  do {
    const page: Page<Row> = await load({ limit: limits.listMax, ...(cursor !== null && { cursor }) });
    rows.push(...page.items);
    cursor = page.nextCursor;
  } while (cursor !== null && rows.length < most);
  return rows.slice(0, most);
}
