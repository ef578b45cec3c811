import { hexToBytes } from "viem";
import { privateKeyToAddress } from "viem/accounts";
import { describe, expect, it } from "vitest";
import { secretOf } from "./recovery-code.ts";
import { makeKey, type Opener, openKey, wrapKey, WrongOpener } from "./wallet-key.ts";

/** Test keys that are known to everybody. */
const key = `0x${"a1".repeat(32)}` as const;
const other = `0x${"b2".repeat(32)}` as const;
const address = privateKeyToAddress(key);
const passkey: Opener = { kind: "passkey", secret: new Uint8Array(hexToBytes(`0x${"17".repeat(32)}`)) };
const recoveryCode: Opener = { kind: "recoveryCode", secret: secretOf("ABCDEFGHJKMNPQRSTVWXYZ0123") };

describe("the key of a wallet", () => {
  it("is opened by the secret that wrapped it", async () => {
    expect(await openKey(await wrapKey(key, passkey), passkey, address)).toBe(key);
  });

  it.each<[string, Opener, string, string]>([
    ["a passkey", passkey, "OW7jLPf96l0O2T9l", "3LviNmQm3MdC6FDayxPZWe5HBazx3hhfyg29K-aAlSqdSLYuW4YLhKi6oq_YwMhj"],
    ["a recovery code", recoveryCode, "P-VKIncKxKhNlcAo", "-PMfHe_ilmEGl1ic2NIzMu3O3amwbtg1zKBncBZBcORXMz2TP-7lRMCN1kERbbOp"],
  ])("is opened from a wrap of the first version for %s, which must stay readable", async (_name, opener, iv, data) => {
    expect(await openKey({ version: 1, iv, data }, opener, address)).toBe(key);
  });

  it.each<[string, Opener]>([
    ["another passkey's secret", { ...passkey, secret: new Uint8Array(32) }],
    ["the same bytes as a recovery code", { ...passkey, kind: "recoveryCode" }],
  ])("is not opened by %s", async (_name, opener) => {
    await expect(openKey(await wrapKey(key, passkey), opener, address)).rejects.toThrow(WrongOpener);
  });

  it("is not opened from a wrap that was changed, or swapped for another wallet's", async () => {
    const wrap = await wrapKey(key, passkey);
    const changed = { ...wrap, data: (wrap.data.startsWith("A") ? "B" : "A") + wrap.data.slice(1) };
    await expect(openKey(changed, passkey, address)).rejects.toThrow(WrongOpener);
    await expect(openKey(await wrapKey(other, passkey), passkey, address)).rejects.toThrow(WrongOpener);
  });

  it("is another one for each wallet", () => {
    expect(makeKey()).not.toBe(makeKey());
  });
});
