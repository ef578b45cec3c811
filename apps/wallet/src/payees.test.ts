import { networks } from "@hearth/chain/networks";
import { cardWords } from "@hearth/chain/payee-card";
import { signTestCard, testBusiness, testPayoutWallet } from "@hearth/chain/test-payee-cards";
import { cardWaitHours, type SignedCard } from "@hearth/domain/payee-card";
import type { Hex } from "viem";
import { describe, expect, it } from "vitest";
import { type JudgedPayees, judgePayees, type RefusedPayee } from "./payees.ts";

const network = networks.local;
const [old, next, stranger] = [testPayoutWallet("a1"), testPayoutWallet("b2"), testPayoutWallet("c3")];

const { _id: maple, name } = testBusiness;
const juniper = `mer_${"2".repeat(26)}`;
const monday = Date.UTC(2026, 10, 30, 12);
const hours = 3_600_000;
const compare = "Compare these five words with your lease.";
const firstTime = `You pay this business for the first time from this device. ${compare}`;

/** The business's first card, the next one that the first wallet signed, and the next one that only the new wallet signed. */
const first = await signTestCard({ wallet: old.address }, old);
const agreed = await signTestCard({ wallet: next.address, before: first }, old);
const alone = await signTestCard({ wallet: next.address, before: first }, next);

const transfer = (to: Pick<typeof old, "address">, cards?: SignedCard[], business = maple) =>
  ({
    kind: "transfer",
    to: to.address,
    usdcUnits: "1450000000",
    validAfter: "0",
    validBefore: "1900000000",
    nonce: `0x${"11".repeat(32)}` satisfies Hex,
    ...(cards && { payee: { business, name, cards } }),
  }) as const;
type Item = ReturnType<typeof transfer>;

/** A device with its own storage, on which requests are judged. */
function device(items = new Map<string, string>()) {
  const storage = () => ({
    get length() {
      return items.size;
    },
    key: (index: number) => [...items.keys()][index] ?? null,
    getItem: (key: string) => items.get(key) ?? null,
    setItem: (key: string, value: string) => void items.set(key, value),
    removeItem: (key: string) => void items.delete(key),
  });
  const judge = (asked: Item[], now = monday) => judgePayees({ items: asked, network, storage, now, timeZone: "America/New_York" });
  return {
    items,
    judge,
    /** Signs a request, as its holder does after reading it. */
    async pay(item: Item, now = monday): Promise<JudgedPayees> {
      const judged = await judge([item], now);
      if ("refusal" in judged) throw new Error(judged.refusal.heading);
      judged.keep();
      return judged;
    },
    async refusalOf(item: Item, now = monday): Promise<RefusedPayee> {
      const judged = await judge([item], now);
      if (!("refusal" in judged)) throw new Error("The payee was not refused.");
      return judged;
    },
  };
}

describe("the payee of a payment", () => {
  it("is named by its card, with five words to compare at the first payment, and without them later", async () => {
    const { judge, pay } = device();
    const facts = [
      { label: "To", value: name },
      { label: "Five words", value: cardWords(first.card) },
      { label: "Address", value: old.address },
    ];
    expect(await judge([transfer(old, [first])])).toMatchObject({ facts: [facts], notes: [firstTime] });
    // A request that was only shown keeps nothing.
    expect(await pay(transfer(old, [first]))).toMatchObject({ facts: [facts], notes: [firstTime] });
    expect(await pay(transfer(old, [first]))).toMatchObject({ facts: [facts], notes: [] });
  });

  it("is named by the card's name, whatever name the request gives", async () => {
    const item = transfer(old, [first]);
    const { facts } = await device().pay({ ...item, payee: { business: maple, cards: [first], name: "Another name" } });
    expect(facts[0]?.[0]).toEqual({ label: "To", value: name });
  });

  it("may change its wallet where the wallet before signed that, and the change is said once", async () => {
    const { pay, refusalOf } = device();
    await pay(transfer(old, [first]));
    const notes = [`${name} has new words since you last paid. Its wallet before signed the change.`];
    expect(await pay(transfer(next, [first, agreed]))).toMatchObject({ notes });
    expect(await pay(transfer(next, [first, agreed]))).toMatchObject({ notes: [] });
    // The wallet before is not paid any more, also where the server shows only its card.
    expect(await refusalOf(transfer(old, [first, agreed]))).toMatchObject({ refusal: { heading: `This is not the wallet of ${name}` } });
    const rolledBack = await refusalOf(transfer(old, [first]));
    expect(rolledBack.refusal.sentences).toEqual([
      `Hearth showed an older wallet of ${name} than the one that you paid.`,
      `Until now you paid ${name} at ${next.address}, ${cardWords(agreed.card)}.`,
      `Nothing was signed. Call ${name} on a phone number that you know, and ask to which wallet you should pay.`,
    ]);
  });

  it("waits with a wallet that only signed for itself, from the time at which the holder saw it", async () => {
    const { pay, refusalOf } = device();
    await pay(transfer(old, [first]));
    const item = transfer(next, [first, alone]);
    const unread = await refusalOf(item);
    expect(unread.refusal).toMatchObject({ heading: `${name} has a new wallet` });
    expect(unread.refusal.sentences[0]).toContain("and ends December 3, 2026 at 7:00 AM.");
    // A frame that nobody saw starts no wait.
    const later = monday + 100 * hours;
    const read = await refusalOf(item, later);
    read.keep();
    const inTime = await refusalOf(item, later + (cardWaitHours - 1) * hours);
    expect(inTime.refusal.sentences[0]).toContain("You can pay to the new one from December 7, 2026 at 11:00 AM.");
    const note = `${name} has a new wallet since you last paid, and its wallet before did not sign the change. ${compare}`;
    expect(await pay(item, later + cardWaitHours * hours)).toMatchObject({ notes: [note] });
  });

  it("is announced while the wallet before is still paid, and its wait begins with that payment", async () => {
    const { pay, refusalOf } = device();
    await pay(transfer(old, [first]));
    const announced = `${name} has announced a new wallet, and its wallet before did not sign for it. Your next payments may go there. If you did not expect this, call ${name}.`;
    expect(await pay(transfer(old, [first, alone]))).toMatchObject({ notes: [announced] });
    await refusalOf(transfer(next, [first, alone]), monday + (cardWaitHours - 1) * hours);
    expect((await pay(transfer(next, [first, alone]), monday + cardWaitHours * hours)).notes).toHaveLength(1);
  });

  it("is refused where a card does not count yet on a device that knows nothing of the business", async () => {
    const future = await signTestCard({ wallet: next.address, before: first, validFrom: "1800000000" }, next);
    const { refusal, keep } = await device().refusalOf(transfer(next, [first, future]));
    keep();
    expect(refusal.sentences[0]).toContain("You can pay to the new one from January 15, 2027 at 3:00 AM.");
  });

  it.each<[string, () => Promise<Item>]>([
    ["another address than the card's", async () => transfer(stranger, [first])],
    ["no card", async () => transfer(stranger, [])],
    ["another history", async () => transfer(stranger, [await signTestCard({ wallet: stranger.address }, stranger)])],
    [
      "a card that a stranger signed",
      async () => transfer(next, [first, { ...agreed, signature: (await signTestCard(agreed.card, stranger)).signature }]),
    ],
    ["a card of another business", async () => transfer(old, [await signTestCard({ wallet: old.address, business: juniper }, old)])],
  ])("is refused with %s, and nothing is kept of it", async (_, asked) => {
    const { pay, refusalOf, items } = device();
    await pay(transfer(old, [first]));
    const before = [...items];
    const { refusal, keep } = await refusalOf(await asked());
    keep();
    expect(refusal.sentences.at(-1)).toContain("Nothing was signed.");
    expect([...items]).toEqual(before);
  });

  it("is warned about where another business has the name of a known one", async () => {
    const { pay } = device();
    await pay(transfer(old, [first]));
    const twin = await signTestCard({ wallet: stranger.address, business: juniper, name: "JUNIPER COURT Apartments" }, stranger);
    const { notes } = await pay(transfer(stranger, [twin], juniper));
    const warning = "This is not the JUNIPER COURT Apartments that you paid before from this device. Ask your landlord before you pay.";
    expect(notes).toEqual([warning, firstTime]);
  });

  it("is named from memory where no card comes, and an address that was never paid is said to be of no known business", async () => {
    const { judge, pay } = device();
    expect(await judge([transfer(stranger)])).toMatchObject({ facts: [[{ label: "To", value: stranger.address }]], notes: [] });
    await pay(transfer(old, [first]));
    expect(await judge([transfer(old)])).toMatchObject({ facts: [[{ label: "To", value: name }, {}, {}]], notes: [] });
    const note = `This payment does not go to a business that you paid before from this device (${name}). Check the address.`;
    for (const item of [transfer(stranger), transfer(stranger, [], juniper)])
      expect(await judge([item])).toMatchObject({ facts: [[{ label: "To", value: stranger.address }]], notes: [note] });
  });

  it("is said once for all months of a request, and one refused payee refuses all", async () => {
    const { judge } = device();
    const months = Array.from({ length: 12 }, () => transfer(old, [first]));
    const judged = await judge(months);
    expect(judged).toMatchObject({ notes: [firstTime] });
    expect("facts" in judged && judged.facts).toHaveLength(12);
    expect(await judge([...months, transfer(stranger, [first])])).toHaveProperty("refusal");
  });

  it("says where the browser stores nothing, so that the words are compared each time", async () => {
    const storage = () => {
      throw new DOMException("blocked", "SecurityError");
    };
    const judged = await judgePayees({ items: [transfer(old, [first])], network, storage, now: monday, timeZone: "UTC" });
    const words = `This browser stores nothing for your wallet, so it cannot tell if you paid this business before. ${compare}`;
    expect(judged).toMatchObject({ notes: [words] });
    expect(() => "keep" in judged && judged.keep()).not.toThrow();
  });
});
