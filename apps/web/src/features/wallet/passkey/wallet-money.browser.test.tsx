import { HearthError } from "@hearth/domain/errors";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { page } from "vitest/browser";
import type { Outputs } from "../../../lib/trpc.ts";
import { answers, inputsOf, offline } from "../../../testing/answers.ts";
import { closeRecordingWindows, fakeWalletPage, ownPasskeyWallet, walletOrigin } from "../../../testing/fake-wallet-page.ts";
import { enter, formNamed, press, testFormErrors } from "../../../testing/press.ts";
import { network } from "../../../testing/records.ts";
import { show } from "../../../testing/render.tsx";
import { WalletMoney } from "./wallet-money.tsx";

type Send = Outputs["passkeyWallet"]["sends"]["sends"][number];

const address = "0x71C3E54D8b19f3A20c6b8f34De7b0a154C9A0d2B";
const to = "0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC";
const signature = `0x${"1b".repeat(65)}`;
const signed = { result: { signatures: [signature], credentialId: "first" } };
const { wallet } = ownPasskeyWallet(address);
if (wallet === null) throw new Error("There is no wallet");

const sent: Send = {
  _id: "wsd_1",
  to,
  usdcUnits: "20000000",
  createdAt: "2026-11-20T12:00:00.000Z",
  status: "sending",
  failure: null,
  txHash: null,
};
const sends = (list: Send[] = [], leftToday = 5) => ({ sends: list, leftToday, mostADay: 5 });
const contents = (usdcUnits = "240153201") => ({ usdcUnits, scheduledPayments: 0, openPayments: 0 });

let wallets: ReturnType<typeof fakeWalletPage>;
beforeEach(() => {
  wallets = fakeWalletPage();
  answers({
    "payments.network": () => network({ walletOrigin }),
    "passkeyWallet.contents": () => contents(),
    "passkeyWallet.sends": () => sends(),
    "passkeyWallet.recordUse": () => ({ message: "Recorded" }),
    "passkeyWallet.send": () => sent,
  });
});
afterEach(() => {
  document.querySelector('dialog[aria-label="Your wallet"]')?.dispatchEvent(new Event("cancel", { cancelable: true }));
  vi.restoreAllMocks();
  closeRecordingWindows();
});

const showMoney = (mostAtRisk: number | null = null) =>
  show(<WalletMoney wallet={{ ...wallet, mostAtRisk }} walletOrigin={walletOrigin} />);
const button = (name: string) => page.getByRole("button", { name });

async function openSend(): Promise<HTMLFormElement> {
  await showMoney();
  await button("Send money").click();
  return formNamed("Send money");
}

describe("sending money", () => {
  testFormErrors({
    label: "Send money",
    open: async () => void (await openSend()),
    valid: { to, amount: "20.00" },
    invalid: {
      "nothing entered": {
        values: { to: "", amount: "" },
        messages: { to: "Please enter the address to send to", amount: "Please enter an amount above $0.00" },
      },
      "no address, and nothing to send": {
        values: { to: "maya@hearth.test", amount: "0.00" },
        messages: {
          to: "An address is 0x and 40 letters and digits. Please copy it from the other wallet.",
          amount: "Please enter an amount above $0.00",
        },
      },
      "a typing mistake, and more than there is": {
        values: { to: to.replace("C44C", "c44C"), amount: "240.16" },
        messages: { to: "This address has a typing mistake. Please copy it again.", amount: "Your wallet holds $240.153201." },
      },
      "the wallet itself": { values: { to: address.toLowerCase() }, messages: { to: "This is the address of your own wallet." } },
    },
    acceptedCount: () => document.querySelectorAll('dialog[aria-label="Your wallet"]').length,
  });

  it("has the wallet's page sign what was typed, once, and shows when it has arrived", async () => {
    const form = await openSend();
    enter(form, { to: to.toLowerCase(), amount: "20" });
    await press(form);
    const request = await wallets.answerWith(signed);
    expect(request).toMatchObject({ method: "sign", items: [{ kind: "send", to, usdcUnits: "20000000", validAfter: "0" }] });
    await expect.poll(() => inputsOf("passkeyWallet.send")).toMatchObject([{ to, usdcUnits: "20000000", validAfter: 0, signature }]);
    const [input] = inputsOf("passkeyWallet.send");
    expect(request).toMatchObject({ items: [{ validBefore: String(input?.validBefore), nonce: input?.nonce }] });
    answers({ "passkeyWallet.sends": () => sends([sent]) });
    await expect.element(page.getByText(/Sending \$20\.00/)).toBeVisible();
    answers({ "passkeyWallet.sends": () => sends([{ ...sent, status: "arrived", txHash: `0x${"ab".repeat(32)}` }]) });
    await expect.element(page.getByText("$20.00 has arrived")).toBeVisible();
  });

  it("sends all of it, fractions of a cent included, and only while nothing else is typed", async () => {
    const form = await openSend();
    enter(form, { to });
    await button("All $240.153201").click();
    await press(form);
    const request = await wallets.answerWith({ refusal: "cancelled" });
    expect(request).toMatchObject({ items: [{ usdcUnits: "240153201" }] });
    await expect.element(page.getByText("You closed your wallet before it signed.", { exact: false })).toBeVisible();
    enter(form, { amount: "240.10" });
    await press(form);
    expect(await wallets.answerWith({ refusal: "cancelled" })).toMatchObject({ items: [{ usdcUnits: "240100000" }] });
    expect(inputsOf("passkeyWallet.send")).toEqual([]);
  });

  it("sends the same signature again after an answer was lost, and shows the server's word about the address", async () => {
    answers({ "passkeyWallet.send": offline });
    const form = await openSend();
    enter(form, { to, amount: "20.00" });
    await press(form);
    await wallets.answerWith(signed);
    await expect.element(page.getByRole("alert")).toBeVisible();
    const message = "Maple Court is paid at this address. Pay Maple Court in a checkout instead, so that it counts for your rent.";
    answers({
      "passkeyWallet.send": () => {
        throw new HearthError("VALIDATION", { message, fields: { to: message } });
      },
    });
    await press(form);
    await expect.element(page.getByText(message)).toBeVisible();
    const inputs = inputsOf("passkeyWallet.send");
    expect(new Set(inputs.map(({ nonce }) => nonce)).size).toBe(1);
  });

  it("says why it was not sent", async () => {
    const form = await openSend();
    answers({ "passkeyWallet.sends": () => sends([{ ...sent, status: "failed", failure: "gas" }]) });
    enter(form, { to, amount: "20.00" });
    await press(form);
    await wallets.answerWith(signed);
    await expect
      .element(page.getByRole("alert").getByText("Hearth could not send it. Nothing left your wallet", { exact: false }))
      .toBeVisible();
  });

  it("is not offered from an empty wallet", async () => {
    answers({ "passkeyWallet.contents": () => contents("0") });
    await showMoney();
    await expect.element(page.getByText("$0.00")).toBeVisible();
    await expect.element(button("Send money")).toBeDisabled();
  });

  it("is not offered more often than a day allows", async () => {
    answers({ "passkeyWallet.sends": () => sends([sent], 0) });
    await showMoney();
    await expect.element(page.getByText("You have sent money as often as you can in 24 hours.", { exact: false })).toBeVisible();
    await expect.element(button("Send money")).toBeDisabled();
  });
});

describe("the wallet's money", () => {
  it("lists what was sent, with its state and its transaction", async () => {
    const list: Send[] = [
      sent,
      { ...sent, _id: "wsd_2", status: "arrived", txHash: `0x${"ab".repeat(32)}` },
      { ...sent, _id: "wsd_3", status: "failed", failure: "expired" },
    ];
    answers({ "passkeyWallet.sends": () => sends(list) });
    await showMoney();
    const items = page.getByRole("region", { name: "Sent from this wallet" }).getByRole("listitem");
    await expect.element(items.nth(0).getByText(/On its way/)).toBeVisible();
    await expect.element(items.nth(1).getByText(/Arrived/)).toBeVisible();
    await expect.element(items.nth(2).getByText(/Not sent.*The network did not take it in time\. Nothing left your wallet/)).toBeVisible();
    expect(items.nth(0).element().textContent).toContain("$20.00 to ");
  });

  it("reads the balance again when a send has arrived", async () => {
    answers({ "passkeyWallet.sends": () => sends([sent]) });
    await showMoney();
    await expect.element(page.getByText("$240.153201")).toBeVisible();
    answers({
      "passkeyWallet.contents": () => contents("220153201"),
      "passkeyWallet.sends": () => sends([{ ...sent, status: "arrived", txHash: `0x${"ab".repeat(32)}` }]),
    });
    await expect.element(page.getByText("$220.153201")).toBeVisible();
  });

  it("says that the balance could not be read, and reads it again", async () => {
    answers({ "passkeyWallet.contents": offline });
    await showMoney();
    await expect.element(page.getByText("The balance could not be read.", { exact: false })).toBeVisible();
    answers({ "passkeyWallet.contents": () => contents() });
    await button("Try again").click();
    await expect.element(page.getByText("$240.153201")).toBeVisible();
  });

  it("says that one lost device could lose it, and how much it should hold until then", async () => {
    await showMoney(100);
    await expect.element(page.getByText("Until then keep at most $100 in it.", { exact: false })).toBeVisible();
  });
});

describe("showing the key", () => {
  it("is recorded before the wallet's page opens, and gets nothing of the key", async () => {
    answers({ "passkeyWallet.beginExport": () => ({ message: "Your wallet can show its key" }) });
    await showMoney();
    await button("See its key").click();
    expect(await wallets.answerWith({ result: { wasShown: true } })).toMatchObject({ method: "export", address });
    expect(inputsOf("passkeyWallet.beginExport")).toHaveLength(1);
    await button("See its key").click();
    await wallets.answerWith({ result: { wasShown: true, key: "0x01" } });
    await expect.element(page.getByText("Your wallet refused this request", { exact: false })).toBeVisible();
  });

  it("opens no page while it is not recorded", async () => {
    answers({ "passkeyWallet.beginExport": offline });
    await showMoney();
    await button("See its key").click();
    await expect.element(page.getByRole("alert")).toBeVisible();
    expect(document.querySelector('dialog[aria-label="Your wallet"]')).toBeNull();
  });
});

describe("deleting the wallet", () => {
  const openDelete = async () => {
    await showMoney();
    await button("Delete the wallet").click();
    return formNamed("Delete your passkey wallet?");
  };

  describe("with money in it", () => {
    beforeEach(() => answers({ "passkeyWallet.remove": () => ({ wallet: null, ended: [] }) }));
    testFormErrors({
      label: "Delete your passkey wallet?",
      open: async () => void (await openDelete()),
      valid: { address },
      invalid: {
        "another address": { values: { address: to }, messages: { address: "Please type the wallet's address exactly" } },
        "no address": { values: { address: "" }, messages: { address: "Please type the wallet's address exactly" } },
      },
      acceptedCount: () => inputsOf("passkeyWallet.remove").length,
    });
  });

  it("says what is in it and what needs it", async () => {
    answers({ "passkeyWallet.contents": () => ({ usdcUnits: "240153201", scheduledPayments: 2, openPayments: 1 }) });
    await openDelete();
    await expect.element(page.getByText("There is $240.153201 in it. Send it out first", { exact: false })).toBeVisible();
    await expect.element(page.getByText("2 scheduled payments that it signed will not be sent.", { exact: false })).toBeVisible();
    await expect.element(page.getByText("You have one open payment", { exact: false })).toBeVisible();
  });

  it("asks for no address where it is empty, and shows the server's refusal", async () => {
    const message = "There is $20.00 in this wallet. Send it out first, or type the wallet's address.";
    answers({
      "passkeyWallet.contents": () => contents("0"),
      "passkeyWallet.remove": () => {
        throw new HearthError("VALIDATION", { message, fields: { address: message } });
      },
    });
    const form = await openDelete();
    await expect.element(page.getByText("It is empty.", { exact: false })).toBeVisible();
    await press(form);
    await expect.element(page.getByText(message)).toBeVisible();
    expect(inputsOf("passkeyWallet.remove")).toEqual([{}]);
  });
});
