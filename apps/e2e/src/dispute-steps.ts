import { networks } from "@hearth/chain/networks";
import { testWalletKey } from "@hearth/chain/test-wallet";
import { encodeTransfer } from "@hearth/chain/usdc";
import { makePdf } from "@hearth/server/testing/documents";
import type { Locator, Page } from "@playwright/test";
import { type Address, createWalletClient, type Hex, http } from "viem";
import { privateKeyToAccount } from "viem/accounts";
import { expect, system } from "./hearth.ts";
import { expectReceipt, newTenant, startPayment } from "./steps.ts";

/** A file as a browser hands it over. */
export interface GivenFile {
  name: string;
  mimeType: string;
  buffer: Buffer;
}

/** A PDF of that name and size. */
export function pdf(name: string, sizeBytes?: number): GivenFile {
  return { name, mimeType: "application/pdf", buffer: makePdf(sizeBytes) };
}

/** A new tenant with one completed payment; answers its id and leaves its details open. */
export async function openPaidPayment(page: Page, amount: string, shown: RegExp): Promise<string> {
  await newTenant(page);
  const checkout = await startPayment(page, amount, "Heating, November");
  await checkout.getByRole("button", { name: /^Pay \$.* from wallet$/ }).click();
  await expectReceipt(page, shown);
  await page.goto("/dashboard");
  await page.getByRole("link", { name: /^View Heating, November/ }).click();
  await expect(page.getByRole("dialog", { name: "Heating, November" })).toContainText("Completed");
  return new URL(page.url()).searchParams.get("payment") ?? "";
}

/** Drops files on the place for them, as a hand with a mouse does. */
export async function dropFiles(form: Locator, files: GivenFile[]): Promise<void> {
  const given = files.map(({ name, mimeType, buffer }) => ({ name, mimeType, base64: buffer.toString("base64") }));
  const dataTransfer = await form.page().evaluateHandle((list) => {
    const transfer = new DataTransfer();
    for (const { name, mimeType, base64 } of list) {
      const bytes = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
      transfer.items.add(new File([bytes], name, { type: mimeType }));
    }
    return transfer;
  }, given);
  await form.getByRole("button", { name: /Add files/ }).dispatchEvent("drop", { dataTransfer });
}

/** Chooses files as with the picker. */
export async function chooseFiles(form: Locator, files: GivenFile[]): Promise<void> {
  await form.locator("input[type=file]").setInputFiles(files);
}

/** A demo account, signed in for the documented calls. */
export async function signInFor(page: Page, path: "/api/auth/login" | "/api/admin/login", email: string) {
  const answer = await page.request.post(`${system.url}${path}`, { data: { email, password: "hearth-demo-2026" } });
  const { _id, token } = (await answer.json()) as { _id: string; token: string };
  return { id: _id, headers: { authorization: `Bearer ${token}` } };
}

/** Sends what an approved dispute is owed from the merchant's own wallet, as the merchant's page asks for it; answers the transaction. */
export async function sendRefund(page: Page, disputeId: string): Promise<Hex> {
  const { id, headers } = await signInFor(page, "/api/auth/login", "landlord@hearth.test");
  const answer = await page.request.post(`${system.url}/trpc/merchant.refundDispute`, { headers, data: { disputeId } });
  const { result } = (await answer.json()) as { result: { data: { to: Address; usdcUnits: string; binding: Hex } } };
  const { to, usdcUnits, binding } = result.data;
  const wallet = createWalletClient({
    account: privateKeyToAccount(testWalletKey(id)),
    transport: http(system.chainUrl),
  });
  const data = encodeTransfer({ to, usdcUnits: BigInt(usdcUnits), binding });
  const send = () => wallet.sendTransaction({ chain: null, to: networks.local.usdc.address, data });
  // Another journey may send from the same wallet at this moment, with the same number in its line.
  let txHash: Hex | undefined;
  await expect(async () => {
    txHash ??= await send();
  }).toPass();
  if (txHash === undefined) throw new Error("The refund was not sent.");
  return txHash;
}
