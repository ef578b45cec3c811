import { chooseFiles, dropFiles, makePayer, pdf, sendRefund } from "./dispute-steps.ts";
import { expect, system, test } from "./hearth.ts";
import { enterAs, headersOf, openBrowser, type Person, signedIn, signedInAdmin } from "./people.ts";

/** A dispute in the documented call's list. */
interface Listed {
  _id: string;
  documents: { originalName: string; path: string }[];
}

test("a payer disputes with documents, is answered, cancels, reopens with another reason, and is refunded", async ({ page, browser }) => {
  const { payer, paymentId } = await makePayer("210.00");
  await enterAs(page, payer);
  await page.goto("/dashboard");
  await page.getByRole("link", { name: /^View Heating, November/ }).click();
  const payment = page.getByRole("dialog", { name: "Heating, November" });
  await expect(payment).toContainText("Completed");
  await payment.getByRole("button", { name: "File dispute" }).click();
  const form = page.getByRole("dialog", { name: "File a dispute" });
  await expect(form.getByLabel("Amount")).toHaveValue("210.00");
  await form.getByLabel("Amount").fill("");
  await form.getByRole("button", { name: "File dispute" }).click();
  await expect(form.getByText("Dispute reason is required")).toBeVisible();
  await expect(form.getByText("Valid dispute amount is required")).toBeVisible();
  await expect(form.getByLabel("Reason")).toBeFocused();
  await form.getByLabel("Reason").fill(`No heating for a week ${Date.now().toString(36)}`);
  const reason = await form.getByLabel("Reason").inputValue();
  await form.getByLabel("Amount").fill("210.01");
  await form.getByRole("button", { name: "File dispute" }).click();
  await expect(form.getByText("The disputed amount can be at most $210.00")).toBeVisible();
  await form.getByLabel("Amount").fill("120.50");
  await chooseFiles(form, [pdf("readings.pdf", 2_048), pdf("wrong.pdf")]);
  await dropFiles(form, [pdf("letter.pdf", 40_960)]);
  await form.getByRole("button", { name: "Remove wrong.pdf" }).click();
  await expect(form.getByRole("list", { name: "Chosen documents" }).getByRole("listitem")).toHaveText([
    "readings.pdf2 kB",
    "letter.pdf41 kB",
  ]);
  await form.getByRole("button", { name: "File dispute" }).click();
  await expect(page.getByText("Dispute submitted successfully!")).toBeVisible();
  await expect(payment.getByText("In dispute")).toBeVisible();
  await expect(payment.getByRole("button", { name: "File dispute" })).toBeHidden();
  const [download] = await Promise.all([page.waitForEvent("download"), payment.getByRole("button", { name: /letter\.pdf/ }).click()]);
  expect(download.suggestedFilename()).toBe("letter.pdf");

  const owner = await signedIn("landlord@hearth.test");
  const landlord = await openBrowser(browser, owner);
  await landlord.goto("/merchant/disputes");
  await landlord.getByRole("link", { name: new RegExp(reason) }).click();
  await landlord.getByLabel("Your response").fill("The boiler is repaired since Tuesday.");
  await landlord.getByRole("button", { name: "Send response" }).click();
  // Not the field, which is emptied a moment later
  await expect(landlord.getByRole("paragraph").filter({ hasText: "The boiler is repaired since Tuesday." })).toBeVisible();
  await landlord.context().close();
  await expect(payment.getByText("The boiler is repaired since Tuesday.")).toBeVisible();

  await payment.getByRole("button", { name: "Cancel dispute" }).click();
  await page.getByRole("dialog", { name: "Cancel the dispute?" }).getByRole("button", { name: "Cancel dispute" }).click();
  await expect(page.getByText("Dispute cancelled successfully!")).toBeVisible();
  await expect(payment.getByText("Dispute cancelled", { exact: true })).toBeVisible();
  await payment.getByRole("button", { name: "Reopen dispute" }).click();
  const again = page.getByRole("dialog", { name: "Reopen the dispute" });
  await expect(again.getByLabel("Reason")).toHaveValue(reason);
  await again.getByLabel("Reason").fill(`${reason}, and again`);
  await again.getByRole("button", { name: "Reopen dispute" }).click();
  await expect(page.getByText("Dispute reopened successfully!")).toBeVisible();
  await expect(payment.getByRole("heading", { name: `${reason}, and again` })).toBeVisible();
  await expect(payment.getByText("In dispute")).toBeVisible();

  const { client } = await signedInAdmin();
  const [filed] = await payer.client.disputes.ofPayment.query({ paymentId });
  const disputeId = filed?._id ?? "";
  const { documents } = await client.disputes.getForAdmin.query({ disputeId });
  expect(documents.map(({ originalName }) => originalName).toSorted()).toEqual(["letter.pdf", "readings.pdf"]);
  await client.disputes.close.mutate({ disputeId, result: "chargedBack", resultReason: "The readings show it", chargebackAmount: 80 });
  const panel = payment.getByRole("region", { name: "Dispute" });
  await expect(panel.getByText("Refund owed")).toBeVisible();
  await expect(payment.getByRole("button", { name: "Reopen dispute" })).toBeHidden();
  await expect(payment.getByText("The dispute about this payment has been decided")).toBeVisible();
  const txHash = await sendRefund(owner, disputeId);
  await expect(panel.getByText(`${txHash.slice(0, 10)}…${txHash.slice(-8)}`)).toBeVisible();
  await expect(panel.getByText("Refund owed")).toBeHidden();
});

test("a dispute is the payer's own, one at a time, and within 90 days", async ({ page }) => {
  const { payer, paymentId } = await makePayer("80.00");
  const file = async (who: Person, name = "proof.pdf") => {
    const multipart = { paymentId, reason: "Paid twice", amount: "80", documents: pdf(name) };
    return page.request.post(`${system.url}/api/disputes/create`, { headers: headersOf(who), multipart });
  };
  const maya = await enterAs(page, await signedIn("tenant@hearth.test"));
  await page.goto(`/dashboard?payment=${paymentId}`);
  await expect(page.getByText("This payment does not exist, or it is not yours.")).toBeVisible();
  const foreign = await file(maya);
  expect([foreign.status(), (await foreign.json()).code]).toEqual([404, "NOT_FOUND"]);

  const both = await Promise.all([file(payer, "../proof.pdf"), file(payer, "../../proof.pdf")]);
  expect(both.map((answer) => answer.status()).toSorted()).toEqual([201, 409]);
  const mine = await page.request.get(`${system.url}/api/disputes/my-disputes`, { headers: headersOf(payer) });
  const listed: Listed[] = await mine.json();
  expect(listed.map(({ documents }) => documents.map(({ originalName }) => originalName))).toEqual([["proof.pdf"]]);

  const longAgo = new Date(Date.now() - 100 * 86_400_000).toISOString().slice(0, 10);
  await page.goto(`/payment-history?status=completed&search=rent&endDate=${longAgo}`);
  await page
    .getByRole("link", { name: /^View .*rent/i })
    .first()
    .click();
  await expect(page.getByText("A payment can be disputed for 90 days, and those are over")).toBeVisible();
  await expect(page.getByRole("button", { name: "File dispute" })).toBeHidden();

  await enterAs(page, payer);
  await page.goto(`/dashboard?payment=${paymentId}`);
  await expect(page.getByRole("dialog", { name: "Heating, November" }).getByText("In dispute")).toBeVisible();
});
