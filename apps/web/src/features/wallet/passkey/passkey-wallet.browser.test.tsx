import { signTestCard, testBusiness as business, testPayoutWallet } from "@hearth/chain/test-payee-cards";
import { HearthError } from "@hearth/domain/errors";
import { maxSignedAtOnce } from "@hearth/domain/passkey-wallet/sends";
import { HttpResponse } from "msw/http";
import { defineChain } from "viem";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { page } from "vitest/browser";
import { answers, chainUrl, inputsOf, never, offline, restAnswers } from "../../../testing/answers.ts";
import {
  closeRecordingWindows,
  fakeWalletPage,
  keyWrap,
  madeWallet,
  ownPasskeyWallet,
  walletOrigin,
} from "../../../testing/fake-wallet-page.ts";
import { type AskWallet, createPasskeyWalletProvider } from "../../../lib/wagmi-passkey-provider.ts";
import { keepWalletCopy, readLostWallet } from "../../../lib/wallet-copy.ts";
import { account, checkout, network, walletStatus } from "../../../testing/records.ts";
import { openPage, signIn } from "../../../testing/render.tsx";

const address = "0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC";
const payee = "0x70997970C51812dc3A010C7d01b50e0d17dc79C8";
const signature = (digit: number) => `0x${String(digit % 10).repeat(130)}`;
const reference = "d".repeat(64);
const choice = page.getByRole("button", { name: /^Continue with Face ID, fingerprint or PIN/ });
const view = checkout({ amount: 1_450, usdcUnits: "1450000000", payeeAddress: payee, relayAvailable: true });
const passkey = { challenge: "AAAA", userId: "AAAA", userName: "maya@hearth.test", displayName: "Maya", existing: [] };

const wallet = () => ownPasskeyWallet(address);

let walletPage: ReturnType<typeof fakeWalletPage>;
let users = 0;

/** Signs somebody in whose wallet no other test connects. */
function signInAnew(): { _id: string } {
  const user = { _id: `usr_${100 + users++}` };
  signIn(user);
  return user;
}

/** Mocks a node that reports the same balance for every account. */
function nodeWith(units: bigint): void {
  restAnswers({
    [`POST ${chainUrl}`]: async (request) => {
      const { id }: { id: number } = await request.json();
      return HttpResponse.json({ jsonrpc: "2.0", id, result: `0x${units.toString(16).padStart(64, "0")}` });
    },
  });
}

beforeEach(() => {
  walletPage = fakeWalletPage();
  nodeWith(2_000_000_000n);
  answers({
    "auth.me": () => account(),
    "auth.emailStanding": never,
    "payments.network": () => network({ walletOrigin, hasExchange: true }),
    "payments.openCheckout": () => null,
    "payments.checkout": () => view,
    "payments.dashboard": never,
    "autopay.mine": never,
    "rent.mine": () => [],
    "invitations.mine": never,
    "refunds.asked": never,
    "disputes.list": never,
    "exchange.checkWallet": () => ({ status: "none", message: "Nothing is linked yet", walletAddress: null }),
    "wallet.status": () => walletStatus({ walletAddress: null, coinbaseAccountConnected: false, proven: false }),
    "passkeyWallet.read": () => ({ wallet: null, ended: [] }),
    "passkeyWallet.begin": () => passkey,
    "passkeyWallet.recordUse": () => ({ message: "Recorded" }),
    "payees.cardOf": () => null,
  });
});
afterEach(() => {
  vi.restoreAllMocks();
  closeRecordingWindows();
});

/** Answers as after the wallet was made and linked. */
function linked(): void {
  answers({
    "passkeyWallet.read": wallet,
    "wallet.status": () => walletStatus({ walletAddress: address, coinbaseAccountConnected: false, proven: true }),
  });
}

function makes(): void {
  answers({
    "passkeyWallet.create": () => {
      linked();
      return wallet();
    },
  });
}

it("makes a wallet as the first of the sign-up options, and is at the end of the setup without another signature", async () => {
  signInAnew();
  makes();
  await openPage("/smart-wallet-setup?step=2.5&way=new");
  await expect.element(choice).toBeVisible();
  const [first] = page.getByRole("main").getByRole("button").elements();
  expect(first?.textContent).toContain("Continue with Face ID, fingerprint or PIN");
  await choice.click();
  const made = madeWallet(address);
  expect(await walletPage.answerWith({ result: made })).toEqual({ method: "create", passkey });
  await expect.element(page.getByRole("heading", { name: "Your wallet is connected" })).toBeVisible();
  expect(inputsOf("passkeyWallet.create")).toEqual([{ ...made, name: expect.any(String) }]);
});

it("connects an account's wallet with one press, makes no second one, and keeps a copy for the day the server loses it", async () => {
  const { _id } = signInAnew();
  linked();
  await openPage("/smart-wallet-setup?step=1");
  await choice.click();
  await expect.element(page.getByRole("heading", { name: "Your wallet is connected" })).toBeVisible();
  expect(readLostWallet(_id, { wallet: null, ended: [] })).toEqual({ address, recoveryWrap: keyWrap });
  expect(inputsOf("passkeyWallet.begin")).toEqual([]);
});

it("says that nothing was made where the owner closes the wallet's page", async () => {
  signInAnew();
  await openPage("/smart-wallet-setup?step=1");
  await choice.click();
  await walletPage.answerWith({ refusal: "cancelled" });
  await expect
    .element(page.getByText("You closed your wallet's page before it was finished, so nothing was made.", { exact: false }))
    .toBeVisible();
});

it("keeps a wallet that could not be saved, and saves it with the next press", async () => {
  signInAnew();
  answers({
    "passkeyWallet.create": () => {
      throw new HearthError("INTERNAL");
    },
  });
  await openPage("/smart-wallet-setup?step=1");
  await choice.click();
  await walletPage.answerWith({ result: madeWallet(address) });
  await expect.element(page.getByText("Failed to connect wallet", { exact: false })).toBeVisible();
  makes();
  await choice.click();
  await expect.element(page.getByRole("heading", { name: "Your wallet is connected" })).toBeVisible();
  expect(inputsOf("passkeyWallet.begin")).toHaveLength(1);
});

it("repeats the server's words to the second of two tabs, which then connects the first one's wallet", async () => {
  signInAnew();
  answers({
    "passkeyWallet.create": () => {
      linked();
      throw new HearthError("CONFLICT", { message: "A wallet was made in another tab." });
    },
  });
  await openPage("/smart-wallet-setup?step=1");
  await choice.click();
  await walletPage.answerWith({ result: madeWallet(payee) });
  await expect.element(page.getByText("A wallet was made in another tab.", { exact: false })).toBeVisible();
  await choice.click();
  await expect.element(page.getByRole("heading", { name: "Your wallet is connected" })).toBeVisible();
});

it("opens a wallet that the server has lost by its recovery code, in place of a new one, with the same address", async () => {
  const { _id } = signInAnew();
  keepWalletCopy(_id, { address, recoveryWrap: keyWrap }); // a restored backup knows neither the wallet nor its link
  makes();
  await openPage("/smart-wallet-setup?step=1");
  await choice.click();
  const { registration, wrap, proof } = madeWallet(address);
  const request = await walletPage.answerWith({ result: { registration, wrap, proof } });
  expect(request).toEqual({ method: "recover", address, wrap: keyWrap, passkey });
  await expect.element(page.getByRole("heading", { name: "Your wallet is connected" })).toBeVisible();
  expect(inputsOf("passkeyWallet.create")).toEqual([{ ...madeWallet(address), name: expect.any(String) }]);
});

it("is not offered without PRF", async () => {
  signInAnew();
  vi.spyOn(PublicKeyCredential, "getClientCapabilities").mockResolvedValue({ "extension:prf": false });
  await openPage("/smart-wallet-setup?step=1");
  await expect.element(page.getByRole("button", { name: /^Base Account/ })).toBeVisible();
  await expect.element(choice).not.toBeInTheDocument();
});

it("says inside another app to open the page in a browser", async () => {
  signInAnew();
  vi.spyOn(navigator, "userAgent", "get").mockReturnValue("Mozilla/5.0 (Linux; Android 15; wv) Chrome/140 Mobile Safari/537.36");
  await openPage("/smart-wallet-setup?step=1");
  await expect.element(choice).toBeDisabled();
  expect(choice.element().textContent).toContain("Open this page in Safari or Chrome.");
});

it("pays a bill with one touch for exactly what the checkout shows", async () => {
  signInAnew();
  linked();
  answers({ "payments.authorize": () => ({ ...view, relay: { status: "queued", failure: null, txHash: null, place: null } }) });
  await openPage(`/checkout/${reference}`);
  await expect.element(page.getByRole("heading", { name: "Pay with Face ID, fingerprint or PIN" })).toBeVisible();
  await page.getByRole("button", { name: "Pay $1,450.00" }).click();
  const { validAfter, validBefore, binding } = view;
  const times = { validAfter: String(validAfter), validBefore: String(validBefore) };
  const items = [{ kind: "transfer", to: payee, usdcUnits: "1450000000", ...times, nonce: binding }];
  const openings = [{ credentialId: "first", wrap: keyWrap }];
  const request = await walletPage.answerWith({ result: { signatures: [signature(7)], credentialId: "first" } });
  expect(request).toEqual({ method: "sign", address, chainId: 84_532, openings, items });
  await expect
    .poll(() => inputsOf("payments.authorize"))
    .toEqual([{ reference, from: address, signature: signature(7), validAfter, validBefore }]);
  await expect.poll(() => inputsOf("passkeyWallet.recordUse")).toEqual([{ credentialId: "first" }]);
});

it("hands the wallet's page the cards of the business that is paid, and says that it refused a changed payee", async () => {
  signInAnew();
  linked();
  const landlord = testPayoutWallet("a1");
  const cards = [await signTestCard({ wallet: landlord.address }, landlord)];
  answers({ "payees.cardOf": () => ({ business, cards }) });
  await openPage(`/checkout/${reference}`);
  await page.getByRole("button", { name: "Pay $1,450.00" }).click();
  const { items } = await walletPage.answerWith({ refusal: "payeeChanged" });
  expect(items).toMatchObject([{ to: payee, payee: { business: business._id, name: business.name, cards } }]);
  expect(inputsOf("payees.cardOf")).toEqual([{ address: payee }]);
  await expect.element(page.getByText("this is not the wallet that you paid before", { exact: false })).toBeVisible();
  answers({ "payees.cardOf": offline });
  await page.getByRole("button", { name: "Pay $1,450.00" }).click();
  await expect.element(page.getByText("Your wallet could not be reached, and nothing was signed.", { exact: false })).toBeVisible();
  expect(inputsOf("payments.authorize")).toEqual([]);
});

it("signs nothing of a request with more than it signs at a time", async () => {
  const asked: unknown[] = [];
  const ask: AskWallet = (...request) => {
    asked.push(request);
    return new Promise(() => {});
  };
  const chain = defineChain({
    id: 84_532,
    name: "Local",
    nativeCurrency: { name: "Ether", symbol: "ETH", decimals: 18 },
    rpcUrls: { default: { http: [chainUrl] } },
  });
  const provider = createPasskeyWalletProvider({ chain, networkName: "local", walletOrigin: "", userId: null, ask });
  linked();
  const items = Array.from({ length: maxSignedAtOnce + 1 }, (_, index) => ({ kind: "text", text: `Month ${index}` }) as const);
  await expect(provider.signItems(address, items)).rejects.toThrow("Nothing was signed.");
  expect(asked).toEqual([]);
});

it("offers the wallet first to a payer without one, and goes on with the bill once it is made", async () => {
  signInAnew();
  makes();
  nodeWith(1_209_850_000n);
  await openPage(`/checkout/${reference}`);
  await expect.element(choice).toBeVisible();
  expect(page.getByRole("list", { name: "Wallets" }).getByRole("button").first().element()).toBe(choice.element());
  await choice.click();
  await walletPage.answerWith({ result: madeWallet(address) });
  await expect.element(page.getByText("Add 240.15, or pay another way.", { exact: false })).toBeVisible();
  await expect.element(page.getByRole("link", { name: "Add money to your wallet" })).toHaveAttribute("href", "/fund-wallet?goal=wallet");
  await expect.element(page.getByText("Send it myself")).not.toBeInTheDocument();
});

it("pays nothing where the wallet is closed or Hearth cannot be reached before the touch, and offers it again", async () => {
  signInAnew();
  linked();
  await openPage(`/checkout/${reference}`);
  const pay = page.getByRole("button", { name: "Pay $1,450.00" });
  await pay.click();
  await walletPage.answerWith({ refusal: "cancelled" });
  await expect.element(page.getByText("You closed your wallet before it signed. Nothing has changed.")).toBeVisible();
  answers({ "passkeyWallet.read": offline });
  await pay.click();
  await expect.element(page.getByText("Your wallet could not be reached, and nothing was signed.", { exact: false })).toBeVisible();
  await expect.element(page.getByText("Scan a QR code")).toBeVisible();
  expect(inputsOf("payments.authorize")).toEqual([]);
});

it("does not connect the wallet of the user before", async () => {
  const { _id } = signInAnew();
  localStorage.setItem("wagmi.recentConnectorId", JSON.stringify("hearthPasskeyWallet"));
  localStorage.setItem("wagmi.passkeyWallet.connectedFor", JSON.stringify("usr_before"));
  answers({ "passkeyWallet.read": wallet }); // Not linked: only the browser's memory could connect it
  await openPage(`/checkout/${reference}`);
  await expect.element(choice).toBeVisible();
  expect(localStorage.getItem("wagmi.passkeyWallet.connectedFor")).not.toContain(_id);
});

it("says to the owner of a wallet that this browser cannot open it", async () => {
  signInAnew();
  linked();
  vi.spyOn(PublicKeyCredential, "getClientCapabilities").mockResolvedValue({ "extension:prf": false });
  await openPage(`/checkout/${reference}`);
  await expect.element(page.getByText("This browser cannot open your wallet")).toBeVisible();
  await expect.element(choice).not.toBeInTheDocument();
});
