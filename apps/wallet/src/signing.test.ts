import { networks } from "@hearth/chain/networks";
import { cardTypedData } from "@hearth/chain/payee-card";
import { termsTypedData } from "@hearth/chain/terms-typed-data";
import { transferAuthorizationTypedData } from "@hearth/chain/usdc";
import type { Signable } from "@hearth/domain/passkey-wallet/messages";
import { walletProofText } from "@hearth/domain/passkey-wallet/proof";
import type { PayeeCard } from "@hearth/domain/payee-card";
import type { LeaseTerms } from "@hearth/domain/rent/lease-terms";
import { recoverMessageAddress, recoverTypedDataAddress } from "viem";
import { privateKeyToAddress } from "viem/accounts";
import { describe, expect, it } from "vitest";
import { mayBeTogether, maySign, networkOf, showItems, signItems, warnings } from "./signing.ts";

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
const card: PayeeCard = {
  business: `mer_${"0".repeat(26)}`,
  name: "Harbor Homes",
  chainId: network.chainId,
  token: network.usdc.address,
  wallet: from,
  validFrom: "0",
  previous: `0x${"00".repeat(32)}`,
  sequence: 1,
};
const terms: LeaseTerms = {
  leaseId: "lea_1",
  from: "2026-12-01",
  saidAt: 1_795_000_000,
  startsOn: "2026-11-15",
  timeZone: "America/New_York",
  proration: "days",
  deposit: 290_000,
  rent: 145_000,
  dueDay: 1,
  graceDays: 5,
  lateFeeKind: "percent",
  lateFee: 550,
  lateFeeRepeats: "daily",
  lateFeeCap: 10_000,
};

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

  it("calls a refund a refund, and signs it alone", async () => {
    const refund = { ...rent, kind: "refund" } as const;
    const shown = showItems([refund], network, "UTC");
    expect(shown).toMatchObject({ title: "Refund $1,450.00", button: "Refund $1,450.00" });
    expect(shown.items[0]?.facts).toContainEqual({ label: "Returns", value: expect.stringContaining("your business received") });
    expect(await signItems([refund], key, network)).toEqual(await signItems([rent], key, network));
    expect([mayBeTogether([refund]), mayBeTogether([refund, refund]), mayBeTogether([refund, rent])]).toEqual([true, false, false]);
  });

  it("reads a payee card from its own fields, and signs it alone", () => {
    const item = { kind: "payeeCard", card: { ...card, validFrom: "4102444800" } } as const;
    expect(showItems([item], network, "UTC")).toMatchObject({ title: "Sign your payee card", button: "Sign" });
    expect(showItems([item], network, "UTC").items[0]?.facts).toEqual([
      { label: "Business", value: "Harbor Homes" },
      { label: "Is paid at", value: from },
      { label: "Five words", value: expect.stringMatching(/^(?:[a-z]+-){4}[a-z]+$/) },
      { label: "Counts from", value: "Jan 1, 2100, 12:00 AM" },
      { label: "Card number", value: "1" },
      { label: "Business id", value: card.business },
      { label: "Network", value: "Base (local)" },
    ]);
    expect([mayBeTogether([item]), mayBeTogether([item, rent]), mayBeTogether([rent, item])]).toEqual([true, false, false]);
  });

  it("warns before a card that sends the rents to another wallet", () => {
    const moved = { kind: "payeeCard", card: { ...card, wallet: to } } as const;
    expect(warnings([moved], from)).toEqual([expect.stringContaining("your tenants pay another wallet, not this one")]);
    expect(warnings([{ kind: "payeeCard", card }, rent], from)).toEqual([]);
  });

  it("reads the terms of a lease from their own fields, and signs them alone", () => {
    const item = { kind: "leaseTerms", terms } as const;
    const shown = showItems([item], network, "UTC");
    expect(shown.title).toBe("Sign the terms of a lease");
    expect(shown.items[0]?.facts).toEqual(
      expect.arrayContaining([
        { label: "Monthly rent", value: "$1,450.00, due on the 1st" },
        { label: "From", value: "Dec 1, 2026" },
        { label: "Deposit", value: "$2,900.00" },
        { label: "Late fee", value: "5.50% of the unpaid rent, every day, at most $100.00" },
        { label: "Days of grace", value: "5" },
      ]),
    );
    expect([mayBeTogether([item]), mayBeTogether([item, rent])]).toEqual([true, false]);
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

  it("of a card and of terms is of exactly their fields", async () => {
    const [ofCard] = await signItems([{ kind: "payeeCard", card }], key, network);
    expect(await recoverTypedDataAddress({ ...cardTypedData(card), signature: ofCard ?? "0x" })).toBe(from);
    const [ofTerms] = await signItems([{ kind: "leaseTerms", terms }], key, network);
    expect(await recoverTypedDataAddress({ ...termsTypedData(terms, network.chainId), signature: ofTerms ?? "0x" })).toBe(from);
  });

  it("is never made for a card of another network or token", () => {
    const isSigned = (change: Partial<PayeeCard>) => maySign({ kind: "payeeCard", card: { ...card, ...change } }, network);
    expect([isSigned({}), isSigned({ chainId: 8_453 }), isSigned({ token: to })]).toEqual([true, false, false]);
  });

  it("is never the proof of a new passkey, which the page makes with the passkey alone", () => {
    expect(maySign({ kind: "text", text: walletProofText({ address: from, challenge: "Y2hhbGxlbmdl" }) }, network)).toBe(false);
    expect([rent, { kind: "text" as const, text: "It is me" }].every((item) => maySign(item, network))).toBe(true);
  });

  it("is made for the networks that Hearth runs on alone", () => {
    expect(networkOf(1)).toBeNull();
    expect(networkOf(networks.base.chainId)).toBe(networks.base);
  });
});
