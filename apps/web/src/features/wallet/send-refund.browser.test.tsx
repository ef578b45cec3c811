import { HearthError } from "@hearth/domain/errors";
import { HttpResponse } from "msw/http";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { page } from "vitest/browser";
import { answers, chainUrl, inputsOf, restAnswers } from "../../testing/answers.ts";
import { closeRecordingWindows, fakeWalletPage, ownPasskeyWallet, walletOrigin } from "../../testing/fake-wallet-page.ts";
import { network } from "../../testing/records.ts";
import { show, signIn } from "../../testing/render.tsx";
import { SendRefund } from "./send-refund.tsx";

const own = "0x70997970C51812dc3A010C7d01b50e0d17dc79C8";
const to = "0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC";
const signature = `0x${"1b".repeat(65)}`;
const signed = { result: { signatures: [signature], credentialId: "first" } };
const refund = { _id: "rfd_1", usdcUnits: "100000000", to, binding: `0x${"ab".repeat(32)}` } as const;
const texts = { send: "Send refund of $100.00", isShort: "Too little", wrongWallet: "Another wallet" };
const onItsWay = { status: "sending", failure: null, transactionHash: null, signedAt: "2026-11-30T08:00:00.000Z" } as const;

let users = 0;
let walletPage: ReturnType<typeof fakeWalletPage>;
beforeEach(() => {
  walletPage = fakeWalletPage();
  // A wallet stays connected for its user, so each test has a user of its own.
  users += 1;
  signIn({ _id: `usr_refund${users}` });
  restAnswers({ [`POST ${chainUrl}`]: () => HttpResponse.json({ jsonrpc: "2.0", id: 1, result: `0x${"0".repeat(56)}77359400` }) });
  answers({
    "payments.network": () => network({ walletOrigin }),
    "passkeyWallet.read": () => ownPasskeyWallet(own),
    "passkeyWallet.recordUse": () => ({ message: "Recorded" }),
    "merchant.sendRefund": () => onItsWay,
  });
});
afterEach(closeRecordingWindows);

const send = page.getByRole("button", { name: texts.send });

/** Opens the refund with the passkey wallet connected, and presses Send. */
async function pressSend(): Promise<void> {
  await show(<SendRefund refund={refund} texts={texts} from={[own]} byHand={null} onProven={async () => null} />);
  await page.getByRole("button", { name: /Continue with Face ID, fingerprint or PIN/ }).click();
  await send.click();
}

describe("a refund from a passkey wallet", () => {
  it("is signed in the wallet's page as a refund, and handed to the relayer", async () => {
    await pressSend();
    const request = await walletPage.answerWith(signed);
    expect(request).toMatchObject({ method: "sign", address: own });
    await expect.poll(() => inputsOf("merchant.sendRefund")).toMatchObject([{ refundId: "rfd_1", signature }]);
    const [input] = inputsOf("merchant.sendRefund");
    const { usdcUnits, binding: nonce } = refund;
    const validBefore = String(input?.validBefore);
    expect(request["items"]).toEqual([{ kind: "refund", to, usdcUnits, validAfter: "0", validBefore, nonce }]);
  });

  it("is handed over again without another touch after the answer was lost", async () => {
    answers({
      "merchant.sendRefund": () => {
        throw new HearthError("INTERNAL");
      },
    });
    await pressSend();
    await walletPage.answerWith(signed);
    await expect.poll(() => inputsOf("merchant.sendRefund").length).toBe(1);
    await expect.element(send).toBeEnabled();
    answers({ "merchant.sendRefund": () => onItsWay });
    await send.click();
    await expect.poll(() => inputsOf("merchant.sendRefund").length).toBe(2);
    const [first, second] = inputsOf("merchant.sendRefund");
    expect(second).toEqual(first);
  });

  it("needs another signature after the server has refused one", async () => {
    answers({
      "merchant.sendRefund": () => {
        throw new HearthError("AUTHORIZATION_EXPIRED");
      },
    });
    await pressSend();
    await walletPage.answerWith(signed);
    await expect.poll(() => inputsOf("merchant.sendRefund").length).toBe(1);
    await expect.element(send).toBeEnabled();
    answers({ "merchant.sendRefund": () => onItsWay });
    await send.click();
    await walletPage.answerWith(signed);
    await expect.poll(() => inputsOf("merchant.sendRefund").length).toBe(2);
  });

  it("is not sent where its owner closes the wallet", async () => {
    await pressSend();
    await walletPage.answerWith({ refusal: "cancelled" });
    await expect.element(page.getByText("You closed your wallet before it signed. Nothing has changed.")).toBeVisible();
    expect(inputsOf("merchant.sendRefund")).toEqual([]);
  });
});
