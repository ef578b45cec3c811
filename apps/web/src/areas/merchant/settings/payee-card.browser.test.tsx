import { HearthError } from "@hearth/domain/errors";
import { describe, expect, it } from "vitest";
import { page } from "vitest/browser";
import type { Outputs } from "../../../lib/trpc.ts";
import { answers } from "../../../testing/answers.ts";
import { network } from "../../../testing/records.ts";
import { show } from "../../../testing/render.tsx";
import { PayeeCard } from "./payee-card.tsx";

type Card = Outputs["merchant"]["payeeCard"];

const wallet = "0x71C3E54D8b19f3A20c6b8f34De7b0a154C9A0d2B";
const next = {
  business: "mer_01h455vb4pex5vsknk084sn02q",
  name: "Juniper Court",
  chainId: 84_532,
  token: wallet,
  wallet,
  validFrom: "1795000000",
  previous: `0x${"0".repeat(64)}`,
  sequence: 1,
};
const present = {
  words: "amber-river-seven-cloud-oak",
  name: "Juniper Court",
  wallet,
  sequence: 1,
  signedAt: "2026-11-20T15:02:00.000Z",
  validFrom: "2026-11-23T15:02:00.000Z",
  isAgreed: true,
};
const sign = page.getByRole("button", { name: "Sign your payee card" });
const words = page.getByText("amber-river-seven-cloud-oak");

async function open(card: Partial<Card>, isOwner = true) {
  const whole: Card = { state: "signed", present: null, next: null, signers: [wallet], ...card };
  answers({ "merchant.payeeCard": () => whole, "payments.network": () => network() });
  await show(<PayeeCard isOwner={isOwner} />);
}

describe("a business's payee card", () => {
  it("shows the words, the wallet and the day of a signed card, with nothing to sign", async () => {
    await open({ present });
    await expect.element(words).toBeVisible();
    await expect.element(page.getByText("Nov 20, 2026", { exact: false })).toBeVisible();
    await expect.element(sign).not.toBeInTheDocument();
  });

  it("offers to sign the first card", async () => {
    await open({ state: "unsigned", next });
    await expect.element(page.getByText("signed by your wallet, that this address is yours", { exact: false })).toBeVisible();
    await expect.element(sign).toBeVisible();
  });

  it("asks for a new card after the name changed", async () => {
    await open({ state: "renamed", present, next: { ...next, sequence: 2 } });
    await expect.element(page.getByText("changed its name since", { exact: false })).toBeVisible();
    await expect.element(words).toBeVisible();
  });

  it("lets nobody sign but an owner", async () => {
    await open({ state: "unsigned", next }, false);
    await expect.element(page.getByText("signed by your wallet", { exact: false })).toBeVisible();
    await expect.element(sign).not.toBeInTheDocument();
  });

  it.each<[Card["state"], string]>([
    ["exchange", "which cannot sign"],
    ["notifying", "We are notifying everyone who pays you"],
    ["full", "as many payee cards as a business can have"],
  ])("says why there is nothing to sign: %s", async (state, text) => {
    await open({ state });
    await expect.element(page.getByText(text, { exact: false })).toBeVisible();
    await expect.element(sign).not.toBeInTheDocument();
  });

  it("warns about a wallet that is not on the card", async () => {
    await open({ state: "moved", present, next: { ...next, sequence: 2 } });
    await expect.element(page.getByText("no payment is sent to it", { exact: false })).toBeVisible();
    await expect.element(sign).toBeVisible();
  });

  it("says from when a waiting card counts", async () => {
    await open({ state: "waiting", present });
    await expect.element(page.getByText("Counts from")).toBeVisible();
    await expect.element(page.getByText("Nov 23, 2026", { exact: false })).toBeVisible();
  });

  it("opens the wallets to sign with", async () => {
    await open({ state: "unsigned", next });
    await sign.click();
    await expect.element(sign).not.toBeInTheDocument();
    await expect.element(page.getByRole("button", { name: /wallet/i }).first()).toBeVisible();
  });

  it("can be loaded again where it failed", async () => {
    answers({
      "merchant.payeeCard": () => {
        throw new HearthError("CONFLICT");
      },
      "payments.network": () => network(),
    });
    await show(<PayeeCard isOwner />);
    await expect.element(page.getByText("Failed to load your payee card")).toBeVisible();
  });
});
