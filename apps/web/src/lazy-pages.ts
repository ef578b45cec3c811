/**
 * Loaders of the pages that few visitors open first, by route. The build fills this table (`build/lazy-pages.ts`), so that the first
 * script need not name the files of all pages.
 * In development and in tests each route loads its own.
 */
export const pages: Readonly<Record<string, () => Promise<unknown>>> = {};
