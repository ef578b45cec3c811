import { signTestCard, testBusiness as business, testPayoutWallet } from "@hearth/chain/test-payee-cards";
import { HttpResponse } from "msw/http";
import { beforeEach, expect, it } from "vitest";
import { page } from "vitest/browser";
import type { Address } from "viem";
import { testWalletAddress } from "../../lib/wagmi-test-provider.ts";
import type { Outputs } from "../../lib/trpc.ts";
import { answers, chainUrl, inputsOf, offline, restAnswers } from "../../testing/answers.ts";
import { account, checkout, network, walletStatus } from "../../testing/records.ts";
import { closePage, openPage, signIn } from "../../testing/render.tsx";

const reference = "e".repeat(64);
const [first, next, thief] = [testPayoutWallet("a1"), testPayoutWallet("b2"), testPayoutWallet("c3")];
type CardOf = Outputs["payees"]["cardOf"];

const card = await signTestCard({ wallet: first.address }, first);
const one = { business, cards: [card] };
const agreed = { business, cards: [card, await signTestCard({ wallet: next.address, before: card }, first)] };
const alone = { business, cards: [card, await signTestCard({ wallet: next.address, before: card }, next)] };
const pay = page.getByRole("button", { name: "Pay $900.00 from wallet" });
const sent: string[] = [];

beforeEach(() => {
  sent.length = 0;
  restAnswers({
    [`POST ${chainUrl}`]: async (request) => {
      const { id, method }: { id: number; method: string } = await request.json();
      sent.push(method);
      return HttpResponse.json({ jsonrpc: "2.0", id, result: `0x${2_000_000_000n.toString(16).padStart(64, "0")}` });
    },
  });
  signIn();
  answers({
    "auth.me": () => account(),
    "payments.network": () => network({ faucetUrl: `${chainUrl}faucet` }),
    "payments.openCheckout": () => null,
    "wallet.status": () => walletStatus({ walletAddress: testWalletAddress("usr_1") }),
  });
});

/** Opens a checkout to a wallet. The server says that this business is paid there. */
async function openCheckout(to: Address, payee: CardOf, relayAvailable = true): Promise<void> {
  const view = checkout({ payeeAddress: to, relayAvailable });
  answers({
    "payments.checkout": () => view,
    "payments.authorize": () => ({ ...view, relay: { status: "queued", failure: null, txHash: null, place: null } }),
    "payees.cardOf": () => payee,
  });
  await openPage(`/checkout/${reference}`);
}

/** Pays to a wallet of the business. */
async function payTo(to: Address, payee: CardOf): Promise<void> {
  await openCheckout(to, payee);
  const before = inputsOf("payments.authorize").length;
  await pay.click();
  await expect.poll(() => inputsOf("payments.authorize").length).toBe(before + 1);
  await closePage();
}

const refusals: [string, Address, CardOf, string][] = [
  ["an older card", first.address, one, "Hearth showed an older wallet of Juniper Court Apartments than the one that you paid."],
  ["an address of no card", thief.address, agreed, `Hearth asked for a payment to ${thief.address}.`],
  ["no card any more", thief.address, { ...agreed, cards: [] }, "Hearth showed nothing that Juniper Court Apartments has signed"],
];

it.each(refusals)("asks another wallet for no signature with %s", async (_, to, payee, words) => {
  await payTo(first.address, one);
  await payTo(next.address, agreed);
  await openCheckout(to, payee);
  await pay.click();
  await expect.element(page.getByText(words, { exact: false })).toBeVisible();
  await expect.element(page.getByText("Nothing was signed. Call Juniper Court Apartments", { exact: false })).toBeVisible();
  expect(inputsOf("payments.authorize")).toHaveLength(2);
});

it("waits with a new wallet that only signed for itself, from the time at which the payer read of it", async () => {
  await payTo(first.address, one);
  // The payer has read of nothing yet.
  await payTo(first.address, alone);
  await openCheckout(next.address, alone);
  await pay.click();
  await expect.element(page.getByText("The wait of 72 hours begins now", { exact: false })).toBeVisible();
  await pay.click();
  await expect.element(page.getByText("You can pay to the new one from", { exact: false })).toBeVisible();
  await closePage();
  const key = Object.keys(localStorage).find((name) => name.startsWith("hearth.payee.")) ?? "";
  const hour = 3_600_000;
  const earlier = (hours: number) =>
    (localStorage.getItem(key) ?? "").replaceAll(/(?<=":)\d{13}/g, (at) => String(Number(at) - hours * hour));
  localStorage.setItem(key, earlier(72));
  await payTo(next.address, alone);
});

it("asks a wallet to send nothing to an address that the card does not name", async () => {
  await openCheckout(thief.address, one, false);
  await page.getByRole("button", { name: "Send $900.00 from wallet" }).click();
  await expect.element(page.getByText("This is not the wallet of Juniper Court Apartments.", { exact: false })).toBeVisible();
  expect(sent.filter((method) => method.startsWith("eth_send"))).toEqual([]);
});

it("signs nothing while the cards cannot be read, and pays a business without a card as before", async () => {
  await openCheckout(first.address, null);
  answers({ "payees.cardOf": offline });
  await pay.click();
  await expect.element(page.getByText("Hearth could not be reached, and nothing was signed.", { exact: false })).toBeVisible();
  expect(inputsOf("payments.authorize")).toEqual([]);
  answers({ "payees.cardOf": () => ({ ...one, cards: [] }) });
  await pay.click();
  await expect.poll(() => inputsOf("payments.authorize")).toHaveLength(1);
});
