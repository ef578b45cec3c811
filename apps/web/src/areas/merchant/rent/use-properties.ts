import { usePages } from "../../../kit/list/use-pages.ts";
import { type Outputs, trpc } from "../../../lib/trpc.ts";

type Property = Outputs["rent"]["properties"]["items"][number];

/** Loads the landlord's properties page by page. A property whose units continue on the next page is one row with all units that are loaded. */
export function useProperties(search: string | undefined) {
  const pages = usePages(trpc.rent.properties, search === undefined ? {} : { search });
  const { data } = pages;
  const items = [...Map.groupBy(data?.pages.flatMap((page) => page.items) ?? [], ({ _id }) => _id).values()].flatMap(joinParts);
  return { ...pages, data: data && { pages: [{ items }] }, isCut: data?.pages.at(-1)?.isCut === true };
}

/** Joins the parts of one property. */
function joinParts(parts: Property[]): Property[] {
  return parts.slice(0, 1).map((property) => ({ ...property, units: parts.flatMap(({ units }) => units) }));
}
