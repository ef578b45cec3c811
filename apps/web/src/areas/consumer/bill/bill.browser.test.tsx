import { HearthError } from "@hearth/domain/errors";
import { expect, it, vi } from "vitest";
import { page } from "vitest/browser";
import { type Answers, answers, inputsOf } from "../../../testing/answers.ts";
import { account, bill, network } from "../../../testing/records.ts";
import { openPage, signIn } from "../../../testing/render.tsx";

const reference = "9b".repeat(32);
const around: Answers = { "auth.me": () => account(), "payments.network": () => network(), "requests.bill": () => bill() };

it("shows anybody who asks for how much, for what and until when, and returns to the bill after signing up or in", async () => {
  answers(around);
  await openPage(`/bill/${reference}`);
  await expect.element(page.getByRole("heading", { name: "Juniper Homes requests $60.00" })).toBeVisible();
  await expect.element(page.getByText("Parking")).toBeVisible();
  await expect.element(page.getByText("Dec 1, 2026")).toBeVisible();
  const back = `redirect=${encodeURIComponent(`/bill/${reference}`)}`;
  await expect.element(page.getByRole("link", { name: "Sign up to pay" })).toHaveAttribute("href", `/register?${back}`);
  await expect.element(page.getByRole("main").getByRole("link", { name: "Sign in" })).toHaveAttribute("href", `/login?${back}`);
});

it("says why the bill cannot be paid now, and retries on the next click", async () => {
  answers({
    ...around,
    "payments.payBill": () => {
      throw new HearthError("CONFLICT", { message: "Someone is paying this bill at the moment. Please look again in ten minutes." });
    },
  });
  // A real window would take the focus from this page.
  vi.spyOn(window, "open").mockReturnValue(null);
  signIn();
  await openPage(`/bill/${reference}`);
  await page.getByRole("button", { name: "Pay $60.00" }).click();
  await expect.element(page.getByText("Someone is paying this bill at the moment. Please look again in ten minutes.")).toBeVisible();
  await page.getByRole("button", { name: "Pay $60.00" }).click();
  await expect.poll(() => inputsOf("payments.payBill")).toHaveLength(2);
});

it("links back to the requester after payment, and names the destination", async () => {
  answers({ ...around, "requests.bill": () => bill({ state: "paid", returnUrl: "https://shop.example/orders/7" }) });
  signIn();
  await openPage(`/bill/${reference}`);
  await expect.element(page.getByText("This bill is paid")).toBeVisible();
  await expect
    .element(page.getByRole("link", { name: "Go back to shop.example" }))
    .toHaveAttribute("href", "https://shop.example/orders/7");
  await expect.element(page.getByRole("button", { name: "Pay $60.00" })).not.toBeInTheDocument();
});

it("says that a bill was withdrawn", async () => {
  answers({ ...around, "requests.bill": () => bill({ state: "withdrawn" }) });
  await openPage(`/bill/${reference}`);
  await expect.element(page.getByText("This bill has been cancelled")).toBeVisible();
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
