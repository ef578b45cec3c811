import { type Role, roles } from "@hearth/domain/auth/roles";

/** The signed-in user as stored. Only decides what is shown; the server enforces permissions. */
export interface UserInfo {
  _id: string;
  firstName: string;
  lastName: string;
  email: string;
  role: Role;
  selectedMerchantId?: string | null | undefined;
}

/** Parses stored user info. Returns null if it is invalid or incomplete. */
export function parseUserInfo(text: string | null): UserInfo | null {
  if (!text) return null;
  try {
    return readUserInfo(JSON.parse(text));
  } catch {
    return null;
  }
}

function readUserInfo(stored: Partial<Record<keyof UserInfo, unknown>> | null): UserInfo | null {
  const { _id, firstName, lastName, email, selectedMerchantId } = stored ?? {};
  const role = roles.find((known) => known === stored?.role);
  const isWhole = isText(_id) && isText(firstName) && isText(lastName) && isText(email) && role !== undefined;
  if (!isWhole || !(selectedMerchantId == null || isText(selectedMerchantId))) return null;
  return { _id, firstName, lastName, email, role, selectedMerchantId };
}

function isText(value: unknown): value is string {
  return typeof value === "string";
}
