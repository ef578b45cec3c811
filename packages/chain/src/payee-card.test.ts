import { type PayeeCard, type SignedCard, signedCards } from "@hearth/domain/payee-card";
import { zeroHash } from "viem";
import { privateKeyToAccount } from "viem/accounts";
import { describe, expect, it } from "vitest";
import { cardHash, type CardsToJudge, cardSigner, cardTypedData, cardWords, judgeCards } from "./payee-card.ts";

const maple = privateKeyToAccount(`0x${"11".repeat(32)}`);
const next = privateKeyToAccount(`0x${"22".repeat(32)}`);
const third = privateKeyToAccount(`0x${"33".repeat(32)}`);
const thief = privateKeyToAccount(`0x${"44".repeat(32)}`);
const hour = 3_600_000;
/** 2026-11-30T00:00:00Z */
const now = 1_795_996_800_000;

const first: PayeeCard = {
  business: "mer_01h455vb4pex5vsknk084sn02q",
  name: "Maple Grove Apartments",
  chainId: 84_532,
  token: "0x036CbD53842c5426634e7929541eC2318f3dCF7e",
  wallet: maple.address,
  validFrom: "1795000000",
  previous: zeroHash,
  sequence: 1,
};

async function signed(card: PayeeCard, by: typeof maple): Promise<SignedCard> {
  return { card, signature: await by.signTypedData(cardTypedData(card)) };
}

function after(card: PayeeCard, change: Partial<PayeeCard>): PayeeCard {
  return { ...card, previous: cardHash(card), sequence: card.sequence + 1, ...change };
}

const moved = after(first, { wallet: next.address, validFrom: "1795900000" });
const movedAgain = after(moved, { wallet: third.address });
const firstSigned = await signed(first, maple);
const agreed = await signed(moved, maple);
const alone = await signed(moved, next);
const movedAgainSigned = await signed(movedAgain, next);
const unlinked = await signed({ ...moved, previous: zeroHash }, maple);
const byThird = await signed(moved, thief);
const known = { hash: cardHash(first), sequence: 1, wallet: maple.address, firstSeen: { [cardHash(first)]: now - 100 * hour } };

const tooMany = [firstSigned];
for (let card = first; tooMany.length < 51;) {
  card = after(card, {});
  tooMany.push(await signed(card, maple));
}

function judge(facts: Partial<CardsToJudge>) {
  const { business, chainId, token } = first;
  return judgeCards({ known: null, cards: [firstSigned], business, chainId, token, to: maple.address, now, ...facts });
}

describe("a card", () => {
  it("has a fixed hash, fixed words and a fixed signature", () => {
    expect(cardHash(first)).toBe("0x1139394101f5dadd45ec15dabadfd4cabed7c49b5219ba830a18d2d258667ec0");
    expect(cardWords(first)).toBe("bachelor-six-expect-advance-frozen");
    expect(firstSigned.signature).toBe(
      "0xc3a23ad35f7df62f61d8f244b3b052b1fe0201c5461622128bf81ed6f85a2ba67b86c72f15e2130fa0c6c81689b548feb8c5a6a498c093f79921736ca79b381d1b",
    );
    expect(cardHash(moved)).toBe("0xec11fa28de6540fd138669d9a5a5ffa78a6e4b17ecde3e56e957fd8675e0baa8");
    expect(cardWords(moved)).toBe("ugly-more-mechanic-rubber-favorite");
    expect(agreed.signature).toBe(
      "0x50502c6f292e1415e4f880739581aa4dbf344715a0e49034a2f3f1c7b226ef06773a135ddf85f032b7d16acb98b18870663e0944090773629b7f61dce616bd531b",
    );
  });

  it.each<[string, Partial<PayeeCard>]>([
    ["business", { business: "mer_01h455vb4pex5vsknk084sn02r" }],
    ["name", { name: "Maple Grove Apartment" }],
    ["chainId", { chainId: 8_453 }],
    ["token", { token: "0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913" }],
    ["wallet", { wallet: thief.address }],
    ["validFrom", { validFrom: "1795000001" }],
    ["previous", { previous: `0x${"01".repeat(32)}` }],
    ["sequence", { sequence: 2 }],
  ])("has other words and another signer with another %s", async (_field, change) => {
    const other = { ...first, ...change };
    expect(cardWords(other)).not.toBe(cardWords(first));
    expect(await cardSigner({ card: other, signature: firstSigned.signature })).not.toBe(maple.address);
  });

  it("passes the shape that the wallet's page reads, in any letter case of an address", async () => {
    expect(signedCards.parse([firstSigned, agreed])).toEqual([firstSigned, agreed]);
    const lower = { ...first, wallet: first.wallet.toLowerCase(), token: first.token.toLowerCase() };
    expect(cardHash(lower)).toBe(cardHash(first));
    expect(await judge({ cards: [await signed(lower, maple)] })).toMatchObject({ verdict: "first" });
  });

  it("has no signer with an unreadable signature", async () => {
    expect(await cardSigner({ card: first, signature: `0x${"00".repeat(65)}` })).toBeNull();
    expect(await cardSigner({ card: first, signature: "0x12" })).toBeNull();
  });
});

describe("a keeper that knows nothing of the business", () => {
  it("has no verdict without cards", async () => {
    expect(await judge({ cards: [] })).toEqual({ verdict: "none" });
  });

  it("takes the newest card that counts", async () => {
    expect(await judge({})).toEqual({
      verdict: "first",
      card: first,
      keep: { hash: cardHash(first), sequence: 1, wallet: maple.address, firstSeen: { [cardHash(first)]: now } },
    });
    expect(await judge({ cards: [firstSigned, agreed], to: next.address })).toMatchObject({ verdict: "first", card: moved });
    expect(await judge({ cards: [firstSigned, alone], to: next.address })).toMatchObject({ verdict: "first", card: moved });
  });

  it("waits for the first moment of a card that only its own wallet signed", async () => {
    const later = after(first, { wallet: next.address, validFrom: String(now / 1_000 + 60) });
    const cards = [firstSigned, await signed(later, next)];
    expect(await judge({ cards, to: next.address })).toEqual({ verdict: "waits", card: later, from: now + 60_000, keep: null });
    expect(await judge({ cards })).toMatchObject({ verdict: "first", card: first });
    expect(await judge({ cards, to: next.address, now: now + 60_000 })).toMatchObject({ verdict: "first", card: later });
  });

  it("refuses a first card that another wallet signed", async () => {
    expect(await judge({ cards: [await signed(first, thief)] })).toEqual({ verdict: "refused", reason: "badSignature" });
  });

  it("refuses an address that is not on the card", async () => {
    expect(await judge({ to: thief.address })).toEqual({ verdict: "refused", reason: "otherAddress" });
    expect(await judge({ cards: [firstSigned, agreed] })).toEqual({ verdict: "refused", reason: "otherAddress" });
  });
});

describe("a keeper that knows the business", () => {
  it("accepts the known card", async () => {
    expect(await judge({ known })).toEqual({ verdict: "same", card: first, keep: known });
  });

  it("accepts each step that the wallet before signed", async () => {
    const cards = [firstSigned, agreed, movedAgainSigned];
    const verdict = await judge({ known, cards, to: third.address });
    expect(verdict).toMatchObject({ verdict: "agreed", keep: { hash: cardHash(movedAgain), sequence: 3, wallet: third.address } });
  });

  it("accepts a new name of the same wallet", async () => {
    const renamed = after(first, { name: "Maple Grove Homes" });
    expect(await judge({ known, cards: [firstSigned, await signed(renamed, maple)] })).toMatchObject({ verdict: "agreed", card: renamed });
  });

  it("waits 72 hours from its own first sight of a card that only the new wallet signed", async () => {
    const cards = [firstSigned, alone];
    const verdict = await judge({ known, cards, to: next.address });
    expect(verdict).toMatchObject({ verdict: "waits", card: moved, from: now + 72 * hour, keep: { hash: known.hash } });
    if (verdict.verdict !== "waits" || verdict.keep === null) throw new Error("did not wait");
    const later = { known: verdict.keep, cards, to: next.address };
    expect(await judge({ ...later, now: now + 72 * hour - 1 })).toMatchObject({ verdict: "waits", from: now + 72 * hour });
    expect(await judge({ ...later, now: now + 72 * hour })).toMatchObject({ verdict: "waited", keep: { hash: cardHash(moved) } });
  });

  it("waits longer where the card says so", async () => {
    const late = after(first, { wallet: next.address, validFrom: String((now + 100 * hour) / 1_000) });
    const cards = [firstSigned, await signed(late, next)];
    expect(await judge({ known, cards, to: next.address })).toMatchObject({ verdict: "waits", from: now + 100 * hour });
  });

  it("pays the known wallet while a card waits, and no other", async () => {
    const cards = [firstSigned, alone];
    expect(await judge({ known, cards })).toMatchObject({ verdict: "same", keep: { firstSeen: { [cardHash(moved)]: now } } });
    expect(await judge({ known, cards, to: thief.address })).toEqual({ verdict: "refused", reason: "otherAddress" });
  });

  it("lets a card wait that follows a waiting card", async () => {
    const cards = [firstSigned, alone, movedAgainSigned];
    expect(await judge({ known, cards, to: third.address })).toMatchObject({ verdict: "waits", card: movedAgain, from: now + 72 * hour });
  });

  it("accepts at once the card by which the counting wallet overrules a waiting one", async () => {
    const back = after(moved, { wallet: maple.address });
    expect(await judge({ known, cards: [firstSigned, alone, await signed(back, maple)] })).toMatchObject({ verdict: "agreed", card: back });
  });

  it.each<[string, string, Partial<CardsToJudge>]>([
    ["no cards", "noCard", { cards: [] }],
    ["an older chain", "lowerSequence", { known: { ...known, hash: cardHash(moved), sequence: 2 } }],
    ["another card in the known one's place", "brokenChain", { known: { ...known, hash: cardHash(moved) } }],
    ["another business", "brokenChain", { business: "mer_01h455vb4pex5vsknk084sn02r" }],
    ["another chain", "brokenChain", { chainId: 8_453 }],
    ["another token", "brokenChain", { token: thief.address }],
    ["a missing card", "brokenChain", { cards: [firstSigned, movedAgainSigned] }],
    ["a first card that is not the first", "brokenChain", { cards: [agreed] }],
    ["a card that names another one before it", "brokenChain", { cards: [firstSigned, unlinked] }],
    ["a card that a third wallet signed", "badSignature", { cards: [firstSigned, byThird], to: next.address }],
    ["another address", "otherAddress", { to: thief.address }],
    ["more cards than a business can sign", "brokenChain", { cards: tooMany }],
  ])("refuses %s as %s", async (_what, reason, facts) => {
    expect(await judge({ known, ...facts })).toEqual({ verdict: "refused", reason });
  });
});
