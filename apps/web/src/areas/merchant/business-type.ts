import { type BusinessType, businessTypes } from "@hearth/domain/merchants/business-types";
import { useEffect } from "react";

const keyOf = (userId: string) => `business-type:${userId}`;

/**
 * Returns the business type: from the server, or until then as last stored in this browser, so that the wording does not change while
 * reading.
 */
export function useBusinessType(userId: string, fromServer: BusinessType | undefined): BusinessType | undefined {
  useEffect(() => {
    if (fromServer !== undefined) storeType(userId, fromServer);
  }, [userId, fromServer]);
  return fromServer ?? readStoredType(userId);
}

function storeType(userId: string, type: BusinessType): void {
  try {
    window.localStorage.setItem(keyOf(userId), type);
  } catch {
    // Without storage the wording is right once the server has answered.
  }
}

function readStoredType(userId: string): BusinessType | undefined {
  try {
    const stored = window.localStorage.getItem(keyOf(userId));
    return businessTypes.find((type) => type === stored);
  } catch {
    return undefined;
  }
}
