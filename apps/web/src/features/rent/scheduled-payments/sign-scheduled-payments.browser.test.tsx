import { signTestCard, testBusiness as business, testPayoutWallet } from "@hearth/chain/test-payee-cards";
import { HearthError } from "@hearth/domain/errors";
import { HttpResponse } from "msw/http";
import { afterEach, expect, it } from "vitest";
import { page } from "vitest/browser";
import { testWalletAddress } from "../../../lib/wagmi-test-provider.ts";
import { answers, chainUrl, inputsOf, restAnswers } from "../../../testing/answers.ts";
import { closeRecordingWindows, fakeWalletPage, ownPasskeyWallet, walletOrigin } from "../../../testing/fake-wallet-page.ts";
import { network, walletStatus } from "../../../testing/records.ts";
import { show, signIn } from "../../../testing/render.tsx";
import { SignScheduledPayments } from "./sign-scheduled-payments.tsx";

const address = "0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC";
const payee = "0x70997970C51812dc3A010C7d01b50e0d17dc79C8";
const signature = (digit: number) => `0x${String(digit % 10).repeat(130)}`;

afterEach(closeRecordingWindows);

/** Twelve months to sign. */
const months = Array.from({ length: 12 }, (_, index) => {
  const period = `2027-${String(index + 1).padStart(2, "0")}`;
  return { period, amount: 640, dueOn: `${period}-01` };
});
const prepared = months.map(({ period, amount, dueOn }, index) => ({
  _id: `sch_${index}`,
  period,
  from: address,
  description: `Rent for ${period}`,
  amount,
  dueOn,
  to: payee,
  usdcUnits: "640000000",
  validAfter: 1_800_000_000,
  validBefore: 1_900_000_000,
  nonce: `0x${String(index).padStart(64, "0")}`,
}));

it("signs twelve months with one touch, and saves the rest without another one after a failure", async () => {
  const walletPage = fakeWalletPage();
  signIn({ _id: "usr_200" });
  let saved = 0;
  answers({
    "payments.network": () => network({ walletOrigin }),
    "wallet.status": () => walletStatus({ walletAddress: address, coinbaseAccountConnected: false }),
    "passkeyWallet.read": () => ownPasskeyWallet(address),
    "passkeyWallet.recordUse": () => ({ message: "Recorded" }),
    "payees.cardOf": () => null,
    "autopay.prepare": () => prepared.map((payment) => ({ ...payment })),
    "autopay.sign": () => {
      saved += 1;
      if (saved === 6) throw new HearthError("INTERNAL");
      return null;
    },
  });
  await show(<SignScheduledPayments leaseId="lse_1" months={months} onDone={() => undefined} />);
  await page.getByRole("combobox", { name: "How many months" }).selectOptions("12");
  await page.getByRole("button", { name: "Sign for 12 months" }).click();
  await expect.element(page.getByText("$7,680.00")).toBeVisible();
  await page.getByRole("button", { name: "Sign all 12 months" }).click();
  const signatures = prepared.map((_, index) => signature(index));
  const { items } = await walletPage.answerWith({ result: { signatures, credentialId: "first" } });
  expect(items).toEqual(
    prepared.map(({ to, usdcUnits, nonce }) => ({
      kind: "transfer",
      to,
      usdcUnits,
      validAfter: "1800000000",
      validBefore: "1900000000",
      nonce,
    })),
  );
  await expect.element(page.getByText("5 of 12 signed")).toBeVisible();
  await page.getByRole("button", { name: "Sign all 7 months" }).click();
  await expect.element(page.getByText("12 months are signed")).toBeVisible();
  const kept = new Map(inputsOf("autopay.sign").map(({ scheduledPaymentId, signature: text }) => [scheduledPaymentId, text]));
  expect([...kept]).toEqual(prepared.map(({ _id }, index) => [_id, signature(index)]));
});

it("signs no month to an address that the business's card does not name", async () => {
  const landlord = testPayoutWallet("a1");
  const own = testWalletAddress("usr_1");
  const [month] = prepared;
  signIn();
  restAnswers({ [`POST ${chainUrl}`]: () => HttpResponse.json({ jsonrpc: "2.0", id: 1, result: "0x1" }) });
  answers({
    "payments.network": () => network({ faucetUrl: `${chainUrl}faucet` }),
    "wallet.status": () => walletStatus({ walletAddress: own, coinbaseAccountConnected: false }),
    "autopay.prepare": () => (month === undefined ? [] : [{ ...month, from: own }]),
  });
  answers({ "payees.cardOf": async () => ({ business, cards: [await signTestCard({ wallet: landlord.address }, landlord)] }) });
  await show(<SignScheduledPayments leaseId="lse_1" months={months.slice(0, 1)} onDone={() => undefined} />);
  await page.getByRole("button", { name: "Sign for one month" }).click();
  await page.getByRole("button", { name: "Sign for 2027-01" }).click();
  await expect.element(page.getByText(`Hearth asked for a payment to ${payee}.`, { exact: false })).toBeVisible();
  expect(inputsOf("autopay.sign")).toEqual([]);
});
