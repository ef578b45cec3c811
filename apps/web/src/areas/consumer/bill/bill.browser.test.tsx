import { HearthError } from "@hearth/domain/errors";
import { expect, it, vi } from "vitest";
import { page } from "vitest/browser";
import { type Answers, answers, inputsOf } from "../../../testing/answers.ts";
import { account, bill, network } from "../../../testing/records.ts";
import { openPage, signIn } from "../../../testing/render.tsx";

const reference = "9b".repeat(32);
const around: Answers = { "auth.me": () => account(), "payments.network": () => network(), "requests.bill": () => bill() };

it("tells anybody who asks, what for, how much and until when, and leads them back after signing up or in", async () => {
  answers(around);
  await openPage(`/bill/${reference}`);
  await expect.element(page.getByRole("heading", { name: "Juniper Homes asks you for $60.00" })).toBeVisible();
  await expect.element(page.getByText("Parking")).toBeVisible();
  await expect.element(page.getByText("Dec 1, 2026")).toBeVisible();
  const back = `redirect=${encodeURIComponent(`/bill/${reference}`)}`;
  await expect.element(page.getByRole("link", { name: "Sign up to pay" })).toHaveAttribute("href", `/register?${back}`);
  await expect.element(page.getByRole("main").getByRole("link", { name: "Sign in" })).toHaveAttribute("href", `/login?${back}`);
});

it("says why it cannot be paid now, and tries again at the next press", async () => {
  answers({
    ...around,
    "payments.payBill": () => {
      throw new HearthError("CONFLICT", { message: "Somebody is paying this bill at the moment. Please look again in ten minutes." });
    },
  });
  // A window of its own would take the focus from this page.
  vi.spyOn(window, "open").mockReturnValue(null);
  signIn();
  await openPage(`/bill/${reference}`);
  await page.getByRole("button", { name: "Pay $60.00" }).click();
  await expect.element(page.getByText("Somebody is paying this bill at the moment. Please look again in ten minutes.")).toBeVisible();
  await page.getByRole("button", { name: "Pay $60.00" }).click();
  await expect.poll(() => inputsOf("payments.payBill")).toHaveLength(2);
});

it("leads back to the one who asked once it is paid, and names where to", async () => {
  answers({ ...around, "requests.bill": () => bill({ state: "paid", returnUrl: "https://shop.example/orders/7" }) });
  signIn();
  await openPage(`/bill/${reference}`);
  await expect.element(page.getByText("This bill is paid")).toBeVisible();
  await expect
    .element(page.getByRole("link", { name: "Go back to shop.example" }))
    .toHaveAttribute("href", "https://shop.example/orders/7");
  await expect.element(page.getByRole("button", { name: "Pay $60.00" })).not.toBeInTheDocument();
});

it("says that a bill has been withdrawn", async () => {
  answers({ ...around, "requests.bill": () => bill({ state: "withdrawn" }) });
  await openPage(`/bill/${reference}`);
  await expect.element(page.getByText("This bill has been withdrawn")).toBeVisible();
});

it("says that a bill does not exist", async () => {
  answers({
    ...around,
    "requests.bill": () => {
      throw new HearthError("NOT_FOUND", { message: "This bill does not exist" });
    },
  });
  await openPage(`/bill/${reference}`);
  await expect.element(page.getByText("This bill does not exist")).toBeVisible();
});
