/**
 * Fetches a page that few people open first, by its route. The build puts them here (`build/later-pages.ts`), so that the first script need not
 * name the files of all pages; while the product is developed, and in tests, each route fetches its own.
 */
export const pages: Readonly<Record<string, () => Promise<unknown>>> = {};
