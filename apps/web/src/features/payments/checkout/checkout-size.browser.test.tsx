import { HttpResponse } from "msw/http";
import { beforeEach, expect, it } from "vitest";
import { page } from "vitest/browser";
import { testWalletAddress } from "../../../lib/wagmi-test-provider.ts";
import { answers, chainUrl, never, restAnswers } from "../../../testing/answers.ts";
import { account, checkout, network, walletStatus } from "../../../testing/records.ts";
import { closePage, openPage, signIn } from "../../../testing/render.tsx";
import type { CheckoutView } from "./checkout-stage.ts";

const reference = "c".repeat(64);
const txHash = `0x${"cd".repeat(32)}`;
const moment = "2026-03-01T12:00:00.000Z";
/** An account whose wallet no other test connects. A connected wallet stays connected for its own account. */
const someoneElse = { _id: "usr_2" };
const short = { received: 400, missing: 500 };
const relay = { status: "queued", failure: null, txHash: null, place: { number: 1_120, seconds: 20 } } as const;
const transfer: NonNullable<CheckoutView["transfer"]> = {
  txHash,
  explorerUrl: `https://basescan.org/tx/${txHash}`,
  verdict: "matched",
  usdc: "1,450.00",
  from: testWalletAddress("usr_1"),
  confirmations: 2,
  needed: 5,
  seenAt: moment,
  sentBack: null,
};

/** The longest usual content beside the amount: description, apartment and the note about an unproven payee. */
const usual = {
  amount: 1_450,
  usdcUnits: "1450000000",
  merchant: "Juniper Court Apartments",
  description: "December rent and the storage room",
  aptNumber: "14B",
} as const;

interface Case {
  state: string;
  view?: Partial<CheckoutView>;
  way?: "send" | "scan" | "card";
  /** True if nobody is signed in. */
  isStranger?: boolean;
  /** The linked wallet. Default: the test wallet; null: none. */
  wallet?: null;
  /** The wallet's balance in base units of USDC. */
  units?: bigint;
  /** Text that appears once the state is rendered. */
  until: string;
}

const cases: readonly Case[] = [
  { state: "open", until: "Pay $1,450.00 from wallet" },
  { state: "open, to a wallet that no one has proven", view: { payeeProven: false }, until: "Pay $1,450.00 from wallet" },
  {
    state: "open, for several bills",
    view: {
      bill: {
        lines: [
          { description: "Rent for December 2026", amount: 1_300 },
          { description: "Water", amount: 90 },
          { description: "Late fee for November 2026", amount: 60 },
        ],
        credit: 0,
        returned: 0,
      },
    },
    until: "Late fee for November 2026",
  },
  { state: "open without the relayer", view: { relayAvailable: false }, until: "Send $1,450.00 from wallet" },
  { state: "open, and the relayer has failed", view: { relay: { ...relay, status: "failed", place: null } }, until: "from wallet" },
  { state: "open to a stranger", isStranger: true, until: "to pay from your test wallet" },
  { state: "open to who linked a Coinbase account alone", wallet: null, until: "Pay with Coinbase" },
  { state: "too little in the wallet", units: 12_000_000n, until: "This wallet holds too little USDC" },
  { state: "sending directly", way: "send", until: "Send $1,450.00 from wallet" },
  { state: "scanning", way: "scan", until: "Watching" },
  { state: "by card", way: "card", until: "Continue to Coinbase" },
  { state: "a part has arrived", view: { short }, until: "Pay the missing $500.00" },
  { state: "what is missing", view: { amount: 500, usdcUnits: "500000000", topUpOf: 900, short }, until: "Pay $500.00 from wallet" },
  { state: "a stranger's money", view: { unrecognised: 1 }, until: "it will be matched" },
  { state: "queued", view: { relay }, until: "Your payment is number 1,120" },
  { state: "queued, and the relayer is away", view: { relay, relayAvailable: false }, until: "Sending it takes longer" },
  { state: "sent", view: { relay: { ...relay, status: "sent", txHash, place: null } }, until: "Transaction" },
  { state: "confirming", view: { transfer }, until: "Confirming 2 of 5" },
  {
    state: "bought, and not confirmed",
    view: { purchase: { state: "unheard", at: moment, hasArrived: true } },
    until: "Waiting for Coinbase",
  },
  { state: "paid", view: { status: "completed", transfer }, until: "View receipt" },
  { state: "paid too much", view: { status: "completed", oddity: "over", transfer }, until: "More than $1,450.00 arrived" },
  { state: "cancelled", view: { status: "cancelled" }, until: "Nothing was paid" },
  { state: "expired", view: { status: "failed" }, until: "Nothing was paid" },
  { state: "expired, and a part has arrived", view: { status: "failed", short }, until: "Pay the missing $500.00" },
];

/** Mocks a node that reports the same balance for every account. */
function nodeWith(units: bigint): void {
  restAnswers({
    [`POST ${chainUrl}`]: async (request) => {
      const { id }: { id: number } = await request.json();
      return HttpResponse.json({ jsonrpc: "2.0", id, result: `0x${units.toString(16).padStart(64, "0")}` });
    },
  });
}

beforeEach(async () => {
  await page.viewport(500, 700);
  answers({
    "auth.me": () => account(),
    "payments.network": () => network({ faucetUrl: `${chainUrl}faucet` }),
    "payments.openCheckout": () => null,
  });
});

it.each(cases)(
  "$state fits into the checkout's window of 500 by 700",
  async ({ view, way, isStranger = false, wallet = testWalletAddress("usr_1"), units = 2_000_000_000n, until }) => {
    nodeWith(units);
    answers({
      "payments.checkout": () => checkout({ ...usual, ...view }),
      "wallet.status": () => walletStatus({ walletAddress: wallet }),
    });
    if (!isStranger) signIn(wallet === null ? someoneElse : {});
    await openPage(`/checkout/${reference}${way ? `?way=${way}` : ""}`);
    await expect.element(page.getByText(until, { exact: false }).first()).toBeVisible();
    const { scrollWidth, scrollHeight } = document.documentElement;
    expect({ scrollWidth, scrollHeight }).toEqual({ scrollWidth: 500, scrollHeight: 700 });
  },
);

it("shows a connected wallet although its account's linked wallets are not known yet", async () => {
  nodeWith(2_000_000_000n);
  answers({
    "payments.checkout": () => checkout(usual),
    "wallet.status": () => walletStatus({ walletAddress: testWalletAddress("usr_1") }),
  });
  signIn();
  await openPage(`/checkout/${reference}`);
  await expect.element(page.getByText("from wallet", { exact: false }).first()).toBeVisible();
  await closePage();
  answers({ "wallet.status": never });
  await openPage(`/checkout/${reference}`);
  await expect.element(page.getByRole("button", { name: "Change" })).toBeVisible();
});

it("preselects the card method for a payer who linked only a Coinbase account", async () => {
  nodeWith(0n);
  answers({
    "payments.checkout": () => checkout(usual),
    "wallet.status": () => walletStatus({ walletAddress: null }),
  });
  signIn(someoneElse);
  await openPage(`/checkout/${reference}`);
  await page.getByRole("link", { name: "Pay with Coinbase" }).click();
  await expect.element(page.getByText("Sign in there to the Coinbase account that you linked.", { exact: false })).toBeVisible();
});

it("names the unit once if the description ends with it", async () => {
  nodeWith(2_000_000_000n);
  const place = "Juniper Court 14B";
  answers({ "payments.checkout": () => checkout({ ...usual, place, description: `Rent for December 2026, ${place}` }) });
  answers({ "wallet.status": () => walletStatus({ walletAddress: testWalletAddress("usr_1") }) });
  signIn();
  await openPage(`/checkout/${reference}`);
  const terms = page.getByText("1,450.00 USDC on", { exact: false }).first();
  await expect.element(terms).toBeVisible();
  expect(terms.element().textContent.split(place)).toHaveLength(2);
});
