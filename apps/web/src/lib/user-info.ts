import { roles } from "@hearth/domain/auth/roles";
import { z } from "zod";

const userInfo = z.object({
  _id: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  email: z.string(),
  role: z.enum(roles),
  selectedMerchantId: z.string().nullish(),
});

/** Who is signed in, as stored after sign-in. It only decides what is shown; the server decides what is allowed. */
export type UserInfo = z.infer<typeof userInfo>;

/** Reads stored user info; broken JSON or a missing field is nobody. */
export function parseUserInfo(text: string | null): UserInfo | null {
  if (!text) return null;
  try {
    return userInfo.safeParse(JSON.parse(text)).data ?? null;
  } catch {
    return null;
  }
}
