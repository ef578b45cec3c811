import { z } from "zod/mini";

/** Bytes as base64url without padding, of at most this many characters. */
const bytes = (most: number) => z.string().check(z.regex(/^[\w-]+$/), z.maxLength(most));

/** The encrypted key of a wallet, for one passkey or for the recovery code. Hearth's server keeps it and cannot open it. */
export const keyWrap = z.strictObject({ version: z.literal(1), iv: bytes(16), data: bytes(64) });

export type KeyWrap = z.infer<typeof keyWrap>;
