import { HearthError } from "@hearth/domain/errors";
import { expect, it } from "vitest";
import { page } from "vitest/browser";
import type { Outputs } from "../../../lib/trpc.ts";
import { answers, inputsOf, offline } from "../../../testing/answers.ts";
import { account, merchantStats, network, oddTransfer } from "../../../testing/records.ts";
import { onPhone, openPage, signIn } from "../../../testing/render.tsx";

type State = Outputs["merchant"]["sendBack"];

const wallet = "0x71C3E54D8b19f3A20c6b8f34De7b0a154C9A0d2B";
const at = "2026-03-02T12:05:00.000Z";
const state = (more: Partial<State> = {}): State => ({
  transferId: "trf_1",
  status: "none",
  refusal: null,
  left: "900.00",
  isPart: false,
  to: wallet,
  isWalletNeeded: false,
  from: [wallet],
  byHand: null,
  sending: null,
  begun: null,
  returns: [],
  oddTransfers: [],
  ...more,
});
const begun = {
  _id: "rfd_1",
  usdc: "900.00",
  usdcUnits: "900000000",
  to: wallet,
  binding: `0x${"c".repeat(64)}`,
  createdAt: at,
} as const;
const sent = { transactionHash: `0x${"d".repeat(64)}`, usdc: "900.00", at, isConfirmed: false };

const warning = page.getByText("This may be an exchange's wallet.");
const sendItBack = page.getByRole("button", { name: "Send it back", exact: true });
const goOn = page.getByRole("button", { name: /^Send back .* USDC$/ });
const form = page.getByRole("form", { name: "What this transfer is for" });

/** Opens the dialog of a transfer with the given state of its return. */
async function open(answer: NonNullable<Parameters<typeof answers>[0]["merchant.sendBack"]>) {
  answers({
    "auth.me": () => account({ role: "merchant" }),
    "merchant.stats": () => merchantStats(),
    "payments.network": () => network(),
    "merchant.oddTransfers": () => ({ items: [oddTransfer()], nextCursor: null, openCount: 1 }),
    "merchant.transferCandidates": () => [],
    "merchant.sendBack": answer,
  });
  signIn({ role: "merchant" });
  await openPage("/merchant/transactions/unmatched?transfer=trf_1");
}

it.each(["desktop", "phone"])("shows amount, recipient and a warning on a %s, and starts the return once", async (screen) => {
  if (screen === "phone") await onPhone();
  let current = state();
  await open(() => current);
  await expect.element(form).toBeVisible();
  await sendItBack.click();
  await expect.element(warning).toBeVisible();
  await expect.element(page.getByText("Ask the sender first: money sent to an exchange's own wallet may not reach them.")).toBeVisible();
  answers({
    "merchant.sendBackTransfer": () => {
      current = state({ status: "begun", begun });
      return begun;
    },
  });
  await goOn.click();
  await expect.element(page.getByRole("button", { name: "Cancel refund" })).toBeVisible();
  await expect.element(form).not.toBeInTheDocument();
  expect(inputsOf("merchant.sendBackTransfer")).toMatchObject([{ transferId: "trf_1" }]);
});

it("says why the return could not be started, and can be retried", async () => {
  await open(() => state());
  await sendItBack.click();
  answers({
    "merchant.sendBackTransfer": () => {
      throw new HearthError("CONFLICT", { message: "This transfer already belongs to a payment" });
    },
  });
  await goOn.click();
  await expect.element(page.getByRole("alert").getByText("This transfer already belongs to a payment")).toBeVisible();
  await goOn.click();
  await expect.poll(() => inputsOf("merchant.sendBackTransfer").length).toBe(2);
});

it("can be cancelled, and the transfer can then be decided again", async () => {
  let current = state({ status: "begun", begun });
  await open(() => current);
  answers({
    "merchant.cancelRefund": () => {
      current = state();
      return { message: "The refund is cancelled" };
    },
  });
  await page.getByRole("button", { name: "Cancel refund" }).click();
  await expect.element(sendItBack).toBeVisible();
  await expect.element(form).toBeVisible();
  expect(inputsOf("merchant.cancelRefund")).toEqual([{ refundId: "rfd_1" }]);
});

it.each(["desktop", "phone"])(
  "explains on a %s how to send it from another app: exact amount, recipient and source wallets",
  async (screen) => {
    if (screen === "phone") await onPhone();
    const units = { ...begun, usdc: "1,900.000005", usdcUnits: "1900000005" };
    await open(() => state({ status: "begun", begun: units, byHand: { from: [wallet], refusal: null } }));
    await page.getByRole("button", { name: /Send it by hand/ }).click();
    await expect.element(page.getByRole("img", { name: new RegExp(`1,900.000005 USDC to ${wallet}`) })).toBeVisible();
    await expect.element(page.getByText("1,900.000005", { exact: true })).toHaveAttribute("value", "1900.000005");
    await expect.element(page.getByText("From your wallet")).toBeVisible();
    await expect.element(page.getByText(/Exchanges send from their own wallets/)).toBeVisible();
    await page.getByRole("button", { name: "Back" }).click();
    await expect.element(page.getByRole("button", { name: /Send it by hand/ })).toBeVisible();
  },
);

it("says why money sent by hand would not be recognised, and shows nothing to copy", async () => {
  await open(() => state({ status: "begun", begun, byHand: { from: [], refusal: "unproven" } }));
  await page.getByRole("button", { name: /Send it by hand/ }).click();
  await expect.element(page.getByText(/Prove the wallet that you are paid to, or another one to refund from, first/)).toBeVisible();
  await expect.element(page.getByText("Send exactly")).not.toBeInTheDocument();
});

it("waits for the confirmations of the sent money, and offers no other action", async () => {
  await open(() => state({ status: "seen", begun, returns: [sent] }));
  await expect.element(page.getByText("Sent. It counts once the transfer is confirmed.")).toBeVisible();
  await expect.element(page.getByTitle(sent.transactionHash)).toBeVisible();
  for (const other of [form, sendItBack, page.getByRole("button", { name: "Cancel refund" })])
    await expect.element(other).not.toBeInTheDocument();
});

it("says that it was returned, with the transaction", async () => {
  await open(() => state({ status: "sentBack", left: "0.00", isPart: true, returns: [{ ...sent, isConfirmed: true }] }));
  await expect.element(page.getByText("It is in the wallet that it came from.")).toBeVisible();
  await expect.element(page.getByTitle(sent.transactionHash)).toBeVisible();
  await expect.element(form).not.toBeInTheDocument();
});

it("offers to send the rest after too little was returned", async () => {
  const { transactionHash } = sent;
  const short = { problem: "short" as const, usdc: "300.00", usdcUnits: "300000000", transactionHash, at };
  const oddTransfers = [{ ...short, _id: `${transactionHash}-0`, refundId: "rfd_1", from: begun.to, to: begun.to }];
  await open(() => state({ left: "600.00", isPart: true, oddTransfers }));
  await expect.element(page.getByText("It counts as a part of what goes back.")).toBeVisible();
  await page.getByRole("button", { name: "Send the rest back" }).click();
  await expect.element(page.getByText("600.00 USDC", { exact: true })).toBeVisible();
});

it.each([
  ["notConfirmed", "This transfer is not confirmed yet. Please try again in some minutes."],
  ["ownWallet", "This money came from a wallet of your own."],
  ["noSender", "No wallet sent this money, so there is none to send it back to."],
] as const)("says that it cannot be sent back: %s", async (refusal, sentence) => {
  await open(() => state({ refusal }));
  await expect.element(page.getByText(sentence)).toBeVisible();
  await expect.element(sendItBack).not.toBeInTheDocument();
});

it("offers to send it back as soon as the transfer is confirmed", async () => {
  let current = state({ refusal: "notConfirmed" });
  await open(() => current);
  await expect.element(page.getByText("This transfer is not confirmed yet. Please try again in some minutes.")).toBeVisible();
  current = state();
  await expect.element(sendItBack).toBeVisible();
});

it("shows no return while none was started", async () => {
  await open(() => state());
  await expect.element(sendItBack).toBeVisible();
  await expect.element(page.getByText("Being sent back since")).not.toBeInTheDocument();
  await expect.element(page.getByText("Sent back", { exact: true }).and(page.getByRole("term"))).not.toBeInTheDocument();
});

it("shows an error if loading fails, and loads on a retry", async () => {
  await open(offline);
  await expect.element(page.getByText("Failed to load whether it can be sent back")).toBeVisible();
  answers({ "merchant.sendBack": () => state() });
  const trouble = page.getByRole("alert").filter({ hasText: "Failed to load whether it can be sent back" });
  await trouble.getByRole("button", { name: "Try again" }).click();
  await expect.element(sendItBack).toBeVisible();
});
