import { networks } from "@hearth/chain/networks";
import { transferAuthorizationTypedData } from "@hearth/chain/usdc";
import type { Signable } from "@hearth/domain/passkey-wallet/messages";
import { walletProofText } from "@hearth/domain/passkey-wallet/proof";
import { recoverMessageAddress, recoverTypedDataAddress } from "viem";
import { privateKeyToAddress } from "viem/accounts";
import { describe, expect, it } from "vitest";
import { mayBeTogether, maySign, networkOf, showItems, signItems } from "./signing.ts";

const network = networks.local;
/** A test key that is known to everybody. */
const key = `0x${"a1".repeat(32)}` as const;
const from = privateKeyToAddress(key);
const to = "0x70997970C51812dc3A010C7d01b50e0d17dc79C8";
const nonce = `0x${"11".repeat(32)}` as const;
const rent = {
  kind: "transfer",
  to,
  usdcUnits: "1450000000",
  validAfter: "0",
  validBefore: "1800000000",
  nonce,
} as const satisfies Signable;

describe("what the wallet shows", () => {
  it("names the amount, the address and the day until which a payment is valid", () => {
    expect(showItems([rent], network, "America/New_York")).toEqual({
      title: "Pay $1,450.00",
      button: "Pay $1,450.00",
      items: [
        {
          act: "Pay $1,450.00",
          facts: [
            { label: "To", value: to },
            { label: "Valid until", value: "Jan 15, 2027, 3:00 AM" },
            { label: "Network", value: "Base (local)" },
          ],
        },
      ],
    });
  });

  it("calls money that leaves the wallet a send, which pays for nothing, and signs it alone", async () => {
    const send = { ...rent, kind: "send" } as const;
    const shown = showItems([send], network, "UTC");
    expect(shown).toMatchObject({ title: "Send $1,450.00", button: "Send $1,450.00", items: [{ act: "Send $1,450.00" }] });
    expect(shown.items[0]?.facts).toContainEqual({ label: "Pays", value: expect.stringContaining("Nothing at Hearth") });
    expect(await signItems([send], key, network)).toEqual(await signItems([rent], key, network));
    expect([mayBeTogether([send]), mayBeTogether([send, send]), mayBeTogether([rent, send]), mayBeTogether([rent, rent])]).toEqual([
      true,
      false,
      false,
      true,
    ]);
  });

  it("adds up several payments, to the last unit", () => {
    const shown = showItems([rent, { ...rent, usdcUnits: "1450000001", validAfter: "1799000000" }], network, "UTC");
    expect(shown.title).toBe("Sign 2 payments, $2,900.000001 in all");
    expect(shown.items[1]?.facts[1]).toEqual({ label: "Not before", value: "Jan 3, 2027, 6:13 PM" });
  });

  it("shows a message word for word, and does not call several kinds a payment", () => {
    const text = { kind: "text", text: "Hearth asks\nfor 1 USDC" } as const;
    expect(showItems([text], network, "UTC")).toMatchObject({
      title: "Sign a message",
      button: "Sign",
      items: [{ facts: [{ value: text.text }] }],
    });
    expect(showItems([text, rent], network, "UTC")).toMatchObject({ title: "Sign 2 items", button: "Sign" });
    expect(showItems([{ kind: "cancellation", nonce }], network, "UTC").title).toBe("Cancel a signed payment");
  });
});

describe("a signature", () => {
  it("is of exactly what was shown", async () => {
    const [payment, message] = await signItems([rent, { kind: "text", text: "It is me" }], key, network);
    const auth = { from, to, usdcUnits: 1_450_000_000n, validAfter: 0n, validBefore: 1_800_000_000n, nonce } as const;
    const typedData = transferAuthorizationTypedData({ network, ...auth });
    expect(await recoverTypedDataAddress({ ...typedData, signature: payment ?? "0x" })).toBe(from);
    expect(await recoverMessageAddress({ message: "It is me", signature: message ?? "0x" })).toBe(from);
  });

  it("is never the proof of a new passkey, which the page makes with the passkey alone", () => {
    expect(maySign({ kind: "text", text: walletProofText({ address: from, challenge: "Y2hhbGxlbmdl" }) })).toBe(false);
    expect([rent, { kind: "text" as const, text: "It is me" }].every(maySign)).toBe(true);
  });

  it("is made for the networks that Hearth runs on alone", () => {
    expect(networkOf(1)).toBeNull();
    expect(networkOf(networks.base.chainId)).toBe(networks.base);
  });
});
