import { HearthError } from "@hearth/domain/errors";
import { describe, expect, it } from "vitest";
import { page } from "vitest/browser";
import type { Outputs } from "../../lib/trpc.ts";
import { answers, inputsOf } from "../../testing/answers.ts";
import { enter, formNamed, testFormErrors, press, shownErrors } from "../../testing/press.ts";
import { network } from "../../testing/records.ts";
import { show } from "../../testing/render.tsx";
import { Confirm } from "./name-wallet-dialog.tsx";
import { AskedForWallets, AskedRefundWallet, KnownRefundWallet } from "./refund-wallet.tsx";

const paidFrom = "0x71C3E54D8b19f3A20c6b8f34De7b0a154C9A0d2B" as const;
const wallet = { walletAddress: paidFrom, proof: { message: "Sign in", signature: "0x11" } };
const secondFactor = (enabledAt: string | null) => ({ enabledAt, recoveryCodesLeft: 0, passkeys: 0, hasPassword: true, isRequired: false });

function destination(more: Partial<Outputs["refunds"]["destination"]> = {}): Outputs["refunds"]["destination"] {
  const asked = { askedAt: "2026-03-02T12:00:00.000Z", amount: 120 };
  return {
    paymentId: "pay_1",
    description: "March rent",
    merchant: "Juniper Court",
    ...asked,
    to: null,
    ground: null,
    unknown: "notTheirs",
    namedAt: null,
    paidFrom,
    ...more,
  };
}

const sentence = "Juniper Court wants to send you $120.00 back. Prove the wallet that it should go to.";

describe("refund destination for the payer", () => {
  it("shows on the dashboard who wants to refund how much, with a link to prove a wallet", async () => {
    answers({ "refunds.asked": () => [destination()] });
    await show(<AskedForWallets />);
    await expect.element(page.getByText(sentence)).toBeVisible();
    await expect.element(page.getByRole("button", { name: "Prove a wallet" })).toBeVisible();
  });

  it("shows since when and why a wallet is requested, and that nothing is lost", async () => {
    answers({ "refunds.destination": () => destination({ unknown: "severalWallets", paidFrom: null }) });
    await show(<AskedRefundWallet paymentId="pay_1" />);
    await expect.element(page.getByText(/Several wallets paid it/)).toBeVisible();
    await expect.element(page.getByText(/You were asked on Mar 2, 2026.*nothing is lost: Juniper Court keeps the money/)).toBeVisible();
  });

  it("starts proving a wallet at once from the mail's link", async () => {
    answers({ "refunds.destination": () => destination(), "payments.network": () => network() });
    await show(<AskedRefundWallet paymentId="pay_1" isProving />);
    await expect.element(page.getByText("Where your money goes back to")).toBeVisible();
  });

  it("shows the same message beside the payment", async () => {
    answers({ "refunds.destination": () => destination() });
    await show(<AskedRefundWallet paymentId="pay_1" />);
    await expect.element(page.getByText(sentence)).toBeVisible();
  });

  it("lets a payer whom nobody has asked name a wallet, from the link in their settings", async () => {
    answers({ "refunds.destination": () => destination({ askedAt: null, amount: null }), "payments.network": () => network() });
    await show(<AskedRefundWallet paymentId="pay_1" isProving />);
    await expect.element(page.getByText("Where your money goes back to")).toBeVisible();
    expect(document.body.textContent).toContain("We do not know a wallet for refunds of this payment.");
  });

  it("shows nothing without a request or a known wallet", async () => {
    answers({ "refunds.destination": () => destination({ askedAt: null, amount: null }) });
    await show(<AskedRefundWallet paymentId="pay_1" />);
    await expect.poll(() => inputsOf("refunds.destination").length).toBe(1);
    expect(document.querySelector("button")).toBeNull();
  });

  it.each([
    ["the wallet that paid", "onlySender"],
    ["your wallet that paid", "proven"],
    ["the wallet that you chose", "named"],
  ] as const)("shows %s, and that another can be chosen", async (text, ground) => {
    answers({ "refunds.destination": () => destination({ to: paidFrom, ground, unknown: null }) });
    await show(<KnownRefundWallet paymentId="pay_1" />);
    await expect.element(page.getByText(`Refunds of this payment go to ${text}`, { exact: false })).toBeVisible();
    await expect.element(page.getByRole("button", { name: "Use another wallet" })).toBeVisible();
  });
});

async function openConfirm(enabledAt: string | null, onDone: () => void = () => undefined): Promise<void> {
  answers({ "auth.secondFactor": () => secondFactor(enabledAt) });
  await show(<Confirm paymentId="pay_1" wallet={wallet} onBack={() => undefined} onDone={onDone} />);
}

testFormErrors({
  label: "Confirm the wallet",
  open: () => {
    answers({
      "refunds.nameWallet": () => {
        throw new HearthError("INTERNAL");
      },
    });
    return openConfirm("2026-03-01T12:00:00.000Z");
  },
  valid: { password: "a decent password", code: "123456" },
  invalid: {
    "no password": { values: { password: "" }, messages: { password: "Please enter your password" } },
    "no code": { values: { code: " " }, messages: { code: "Please enter the code" } },
    neither: { values: { password: "", code: "" }, messages: { password: "Please enter your password", code: "Please enter the code" } },
  },
  acceptedCount: () => inputsOf("refunds.nameWallet").length,
});

describe("confirming a wallet for refunds", () => {
  it("asks for no code without a second factor, sends the wallet's signature, and closes", async () => {
    let ended = 0;
    answers({ "refunds.nameWallet": () => destination({ to: paidFrom }) });
    await openConfirm(null, () => {
      ended += 1;
    });
    const form = await formNamed("Confirm the wallet");
    expect(form.querySelector('[name="code"]')).toBeNull();
    enter(form, { password: "a decent password" });
    await press(form);
    await expect.poll(() => ended).toBe(1);
    expect(inputsOf("refunds.nameWallet")).toMatchObject([{ paymentId: "pay_1", ...wallet.proof, password: "a decent password" }]);
  });

  it("shows a wrong password at its field, and sends the next one", async () => {
    answers({
      "refunds.nameWallet": () => {
        throw new HearthError("WRONG_PASSWORD", { fields: { password: "This is not your password" } });
      },
    });
    await openConfirm(null);
    const form = await formNamed("Confirm the wallet");
    enter(form, { password: "another password" });
    await press(form);
    await expect.poll(() => shownErrors(form)).toEqual({ password: "This is not your password" });
    enter(form, { password: "a decent password" });
    await press(form);
    await expect.poll(() => inputsOf("refunds.nameWallet").length).toBe(2);
  });

  it("returns to signing if the signature has expired", async () => {
    answers({
      "refunds.nameWallet": () => {
        throw new HearthError("WALLET_PROOF_EXPIRED");
      },
    });
    await openConfirm(null);
    const form = await formNamed("Confirm the wallet");
    enter(form, { password: "a decent password" });
    await press(form);
    await expect.element(page.getByText("Go back and sign again.")).toBeVisible();
  });
});
