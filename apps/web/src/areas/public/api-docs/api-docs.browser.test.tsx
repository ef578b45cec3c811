import { HearthError } from "@hearth/domain/errors";
import { HttpResponse } from "msw/http";
import { expect, it } from "vitest";
import { commands, page, userEvent } from "vitest/browser";
import { requestsOf, restAnswers } from "../../../testing/answers.ts";
import { openPage } from "../../../testing/render.tsx";

const address = "GET /api/openapi.json";
const search = page.getByRole("searchbox", { name: "Search the calls" });
const callAt = (path: string) => page.getByRole("heading", { level: 3, name: path, exact: true });

/** Answers with the API description generated from the server's code. */
async function answerDescription(): Promise<void> {
  const api = await commands.apiDocument();
  restAnswers({ [address]: () => HttpResponse.json(api) });
}

it("can be searched and opened with the keyboard alone", async () => {
  await answerDescription();
  await openPage("/docs");
  await expect.element(page.getByRole("heading", { level: 1, name: "The Hearth API" })).toBeVisible();
  await expect.element(callAt("/api/payments/user")).toBeVisible();
  search.element().focus();
  await userEvent.keyboard("WALLET_ALREADY_USED update");
  await expect.element(callAt("/api/payments/user")).not.toBeInTheDocument();
  await expect.element(callAt("/api/auth/update-wallet")).toBeVisible();
  await search.fill("update-wallet");
  await expect.element(page.getByText("1 call", { exact: true })).toBeVisible();
  await userEvent.tab();
  expect(document.activeElement?.textContent).toContain("/api/auth/update-wallet");
  await userEvent.keyboard("{Enter}");
  await expect.element(page.getByText(/curl -X POST .*walletAddress/s)).toBeVisible();
  await search.fill("no such call");
  await expect.element(page.getByText("No call has all of these words.")).toBeVisible();
});

it("opens the call in the URL", async () => {
  await answerDescription();
  await openPage("/docs#patch-payments-paymentId-cancel");
  const code = page.getByText("PAYMENT_NOT_PENDING", { exact: false });
  await expect.element(code.first()).toBeVisible();
  const call = document.getElementById("patch-payments-paymentId-cancel");
  expect(call?.hasAttribute("open")).toBe(true);
  expect(call?.textContent).toContain("PAYMENT_NOT_PENDING");
  await expect.element(page.elementLocator(call ?? document.body)).toBeInViewport();
});

it("says that the calls could not be loaded, and loads them on a retry", async () => {
  restAnswers({
    [address]: () => {
      throw new HearthError("INTERNAL");
    },
  });
  await openPage("/docs");
  await expect.element(page.getByText("The description of the calls could not be loaded.")).toBeVisible();
  await answerDescription();
  await page.getByRole("button", { name: "Try again" }).click();
  await expect.element(search).toBeVisible();
  expect(requestsOf(address).length).toBeGreaterThan(1);
});
