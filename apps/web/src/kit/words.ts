import type { BusinessType } from "@hearth/domain/merchants/business-types";
import { letsHomes, type Say, wordsFor } from "@hearth/domain/merchants/party-words";
import { createContext, use } from "react";

/** What the business is that the page is about: the merchant's own in its area, and whoever a tenant rents from on a lease's page. */
export const BusinessTypeContext = createContext<BusinessType | undefined>(undefined);

/**
 * Says a sentence of the product in the words of the business that the page is about: `say("Add a tenant")`. Names and notes that people
 * wrote are put into the sentence after it is said.
 */
export function useWords(): Say {
  return wordsFor(use(BusinessTypeContext));
}

/** Whether the page is about homes, whose rent has laws of its own. */
export function useLetsHomes(): boolean {
  return letsHomes(use(BusinessTypeContext));
}

/** A table's columns with their heads said so; what stands below them is left as it is. */
export function saidHeads<Column extends { head: string }>(say: Say, columns: readonly Column[]): Column[] {
  return columns.map((column) => ({ ...column, head: say(column.head) }));
}
