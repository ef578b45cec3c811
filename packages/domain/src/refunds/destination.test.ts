import { describe, expect, it } from "vitest";
import { transferBindings } from "../payments/status.ts";
import { groundFor, refundDestination, type RefundSource } from "./destination.ts";

const wallets = ["a", "b", "c"].map((letter) => `0x${letter.repeat(40)}` as const);
const [first = "0x", second = "0x"] = wallets;
const named = `0x${"d".repeat(40)}` as const;
const source = (more: Partial<RefundSource> = {}): RefundSource => ({
  address: first,
  usdcUnits: 100n,
  boundBy: ["calldata"],
  wasProven: false,
  isExchange: false,
  ...more,
});

describe("a refund goes", () => {
  it.each(["authorization", "calldata", "wallet"] as const)("to the only sender, bound by %s", (boundBy) => {
    expect(refundDestination({ sources: [source({ boundBy: [boundBy] })], named: null })).toEqual({ to: first, ground: "onlySender" });
  });

  it.each([["admin"], ["onramp"], []] as const)("nowhere where %s named the only sender's money", (...boundBy) => {
    expect(refundDestination({ sources: [source({ boundBy })], named: null })).toEqual({ to: null, unknown: "notTheirs" });
  });

  it("to nobody if the only sender is an exchange's address", () => {
    expect(refundDestination({ sources: [source({ isExchange: true })], named: null })).toEqual({ to: null, unknown: "notTheirs" });
  });

  it("to nobody if several wallets paid and none is proven", () => {
    const sources = [source({ usdcUnits: 1_449n }), source({ address: second, usdcUnits: 1n })];
    expect(refundDestination({ sources, named: null })).toEqual({ to: null, unknown: "severalWallets" });
  });

  it("to the owner's proven wallet, even if a stranger's sent more", () => {
    const sources = [source({ usdcUnits: 1_449n }), source({ address: second, usdcUnits: 1n, wasProven: true })];
    expect(refundDestination({ sources, named: null })).toEqual({ to: second, ground: "proven" });
  });

  it("to the proven wallet that sent most, if the owner has proven several", () => {
    const sources = [source({ usdcUnits: 1n, wasProven: true }), source({ address: second, usdcUnits: 2n, wasProven: true })];
    expect(refundDestination({ sources, named: null })).toEqual({ to: second, ground: "proven" });
    expect(refundDestination({ sources: sources.toReversed(), named: null })).toEqual({ to: second, ground: "proven" });
  });

  it("to the only sender who signed, even if a person attached a further transfer of theirs", () => {
    expect(refundDestination({ sources: [source({ boundBy: ["admin", "calldata"] })], named: null })).toMatchObject({ to: first });
  });

  it("to the wallet that the owner named, before all others", () => {
    expect(refundDestination({ sources: [source({ wasProven: true })], named })).toEqual({ to: named, ground: "named" });
  });
});

describe("an open refund", () => {
  const sources = [source({ wasProven: true }), source({ address: second })];

  it("keeps its wallet while that is proven, even if others sent more", () => {
    expect(groundFor({ sources, named }, first)).toBe("proven");
    expect(groundFor({ sources, named }, named)).toBe("named");
  });

  it("loses its wallet when that is no longer the only sender", () => {
    expect(groundFor({ sources, named: null }, second)).toBeNull();
    expect(groundFor({ sources: [source({ address: second })], named: null }, second)).toBe("onlySender");
  });
});

/** Every list of up to three sources, with every combination of binding, proof, kind and share. */
function* everyCombination(): Generator<RefundSource[]> {
  const kinds = [...transferBindings.map((binding) => [binding]), [], ["admin", "calldata"] as const].flatMap((boundBy) =>
    [true, false].flatMap((wasProven) =>
      [true, false].flatMap((isExchange) => [1n, 2n].map((usdcUnits) => ({ boundBy, wasProven, isExchange, usdcUnits }))),
    ),
  );
  const place = (at: number, kind: (typeof kinds)[number]) => ({ ...kind, address: wallets[at] ?? first });
  yield [];
  for (const one of kinds) {
    yield [place(0, one)];
    for (const two of kinds) {
      yield [place(0, one), place(1, two)];
      for (const three of kinds) yield [place(0, one), place(1, two), place(2, three)];
    }
  }
}

it("in every combination a refund goes only to a proven or named wallet of the owner, or to the sender of all of it", () => {
  let checked = 0;
  const wrong: unknown[] = [];
  for (const sources of everyCombination()) {
    const found = refundDestination({ sources, named: null });
    const target = sources.find(({ address }) => address === found.to);
    const isAlone = sources.length === 1 && target?.isExchange === false && target.boundBy.some((by) => by !== "admin" && by !== "onramp");
    const isAllowed = found.to === null || target?.wasProven === true || isAlone;
    const isAsked = found.to === null && sources.some(({ wasProven }) => wasProven);
    const isStable = refundDestination({ sources: sources.toReversed(), named: null }).to === found.to;
    const isGrounded = found.to === null || groundFor({ sources, named }, found.to) === found.ground;
    const isNamed = refundDestination({ sources, named }).to === named;
    if (!isAllowed || isAsked || !isStable || !isGrounded || !isNamed) wrong.push({ sources, found });
    checked += 1;
  }
  expect(wrong).toEqual([]);
  expect(checked).toBeGreaterThan(100_000);
});
