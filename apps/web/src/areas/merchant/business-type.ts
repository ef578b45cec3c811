import { type BusinessType, businessTypes } from "@hearth/domain/merchants/business-types";
import { useEffect } from "react";

const keyOf = (userId: string) => `business-type:${userId}`;

/**
 * Returns the business type: from the server, or until then as last stored in this browser, so that the wording does not change while
 * reading.
 */
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
    // Without storage the wording is right once the server has answered.
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
