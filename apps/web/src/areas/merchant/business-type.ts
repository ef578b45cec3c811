import { type BusinessType, businessTypes } from "@hearth/domain/merchants/business-types";
import { useEffect } from "react";

const keyOf = (userId: string) => `business-type:${userId}`;

/** What the business is: as the server says it, and until then as this browser knew it last, so that no word changes while somebody reads. */
export function useBusinessType(userId: string, said: BusinessType | undefined): BusinessType | undefined {
  useEffect(() => {
    if (said !== undefined) remember(userId, said);
  }, [userId, said]);
  return said ?? remembered(userId);
}

function remember(userId: string, type: BusinessType): void {
  try {
    window.localStorage.setItem(keyOf(userId), type);
  } catch {
    // Where nothing can be kept, the words are right as soon as the server has answered.
  }
}

function remembered(userId: string): BusinessType | undefined {
  try {
    const kept = window.localStorage.getItem(keyOf(userId));
    return businessTypes.find((type) => type === kept);
  } catch {
    return undefined;
  }
}
