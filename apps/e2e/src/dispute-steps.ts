import { makePdf } from "@hearth/server/testing/documents";
import type { Locator } from "@playwright/test";
import type { Hex } from "viem";
import { expect } from "./hearth.ts";
import { payByCalls, sendFrom } from "./money.ts";
import { makeTenant, type Person } from "./people.ts";

/** A file for a browser's file chooser. */
export interface GivenFile {
  name: string;
  mimeType: string;
  buffer: Buffer;
}

/** Creates a PDF with this name and size. */
export function pdf(name: string, sizeBytes?: number): GivenFile {
  return { name, mimeType: "application/pdf", buffer: makePdf(sizeBytes) };
}

/** A new tenant with one completed payment for the heating. */
export async function makePayer(amount: string): Promise<{ payer: Person; paymentId: string }> {
  const payer = await makeTenant();
  return { payer, paymentId: await payByCalls(payer, amount, "Heating, November") };
}

/** Drops files on the drop zone, like a mouse. */
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

/** Chooses files with the file input. */
export async function chooseFiles(form: Locator, files: GivenFile[]): Promise<void> {
  await form.locator("input[type=file]").setInputFiles(files);
}

/** Sends an approved dispute's refund from the landlord's wallet, as the merchant's page requests it. Returns the transaction's hash. */
export async function sendRefund(landlord: Person, disputeId: string): Promise<Hex> {
  const { to, usdcUnits, binding } = await landlord.client.merchant.refundDispute.mutate({ disputeId });
  // Another journey may send from the same wallet now, with the same nonce.
  let txHash: Hex | undefined;
  await expect(async () => {
    txHash ??= await sendFrom(landlord.id, { to, usdcUnits: BigInt(usdcUnits), binding });
  }).toPass();
  if (txHash === undefined) throw new Error("The refund was not sent.");
  return txHash;
}
