import type { BusinessType } from "@hearth/domain/merchants/business-types";
import { letsHomes, type Reword, wordingFor } from "@hearth/domain/merchants/party-words";
import { createContext, use } from "react";

/** Business type that the page is about: the merchant's own, or on a tenant's lease page the landlord's. */
export const BusinessTypeContext = createContext<BusinessType | undefined>(undefined);

/**
 * Returns a function that adapts a sentence to the business type: `reword("Add a tenant")`.
 * Insert names and notes written by people afterwards, so that they are not changed.
 */
export function useWording(): Reword {
  return wordingFor(use(BusinessTypeContext));
}

/** True if the business lets homes, for which rent laws apply. */
export function useLetsHomes(): boolean {
  return letsHomes(use(BusinessTypeContext));
}

/** Adapts the heads of columns to the business type. Does not change the cells. */
export function rewordHeads<Column extends { head: string }>(reword: Reword, columns: readonly Column[]): Column[] {
  return columns.map((column) => ({ ...column, head: reword(column.head) }));
}
