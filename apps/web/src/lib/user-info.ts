import { type Role, roles } from "@hearth/domain/auth/roles";

/** Who is signed in, as stored after sign-in. It only decides what is shown; the server decides what is allowed. */
export interface UserInfo {
  _id: string;
  firstName: string;
  lastName: string;
  email: string;
  role: Role;
  selectedMerchantId?: string | null | undefined;
}

/** Reads stored user info; broken JSON or a missing field is nobody. */
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
