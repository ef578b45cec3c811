import { beforeEach, expect, it, vi } from "vitest";
import { page } from "vitest/browser";
import { session } from "./lib/session.ts";
import { answers, inputsOf, never, offline } from "./testing/answers.ts";
import { HearthError } from "@hearth/domain/errors";
import { account, adminUser, listedMerchant, network, standing, walletStatus } from "./testing/records.ts";
import { openPage, signIn, signInAdmin } from "./testing/render.tsx";

const description = page.getByRole("textbox", { name: /^Description/ });
const lastName = page.getByRole("textbox", { name: "Last name" });

beforeEach(() => {
  answers({
    "auth.me": () => account(),
    "merchant.listAll": () => ({ items: [listedMerchant()], nextCursor: null }),
    "payments.network": () => network(),
    "rent.mine": () => [],
    "payments.list": () => ({ items: [], nextCursor: null }),
    "wallet.status": () => walletStatus({ walletAddress: null }),
    "autopay.mine": () => [],
    "merchant.standing": () => standing(),
    "admin.me": () => account({ role: "admin" }),
    "admin.openDisputeCount": () => 0,
    "admin.user": () => adminUser(),
    "admin.transactions": () => ({ items: [], nextCursor: null }),
    "admin.transactionCounts": () => null,
  });
});

/** Changes the stored session as another tab does. */
function inAnotherTab(change: () => void): void {
  change();
  window.dispatchEvent(new StorageEvent("storage"));
}

function refuseElsewhere(): void {
  localStorage.setItem("sessionEnd", "refused");
  localStorage.removeItem("authToken");
  localStorage.removeItem("userInfo");
}

it("keeps the data, the form and a write of one area while another session signs in and out", async () => {
  const write = Promise.withResolvers<void>();
  answers({
    "admin.editUser": async (input) => {
      await write.promise;
      return adminUser({ lastName: input.lastName ?? "" });
    },
    "admin.users": () => ({ items: [], nextCursor: null }),
  });
  signInAdmin();
  const router = await openPage("/admin/users/usr_1");
  await page.getByRole("button", { name: "Edit User" }).click();
  await lastName.fill("Lang");
  const loads = inputsOf("admin.user").length;
  signIn({ role: "admin" });
  await router.load();
  session.signOut();
  await router.load();
  await expect.element(lastName).toHaveValue("Lang");
  expect(inputsOf("admin.user")).toHaveLength(loads);
  await page.getByRole("button", { name: "Save Changes" }).click();
  await expect.poll(() => inputsOf("admin.editUser")).toHaveLength(1);
  signIn({ role: "admin" });
  await router.load();
  write.resolve();
  await expect.element(page.getByText("User updated")).toBeVisible();
});

it("keeps a payer's form while an administrator signs in and out", async () => {
  signIn();
  const router = await openPage("/setup-one-time");
  await description.fill("December rent");
  const loads = inputsOf("merchant.standing").length;
  signInAdmin();
  await router.load();
  session.signOutAdmin();
  await router.load();
  await expect.element(description).toHaveValue("December rent");
  expect(inputsOf("merchant.standing")).toHaveLength(loads);
});

it("says that the session was refused in another tab, and restores what was typed", async () => {
  signIn();
  const router = await openPage("/setup-one-time");
  await description.fill("December rent");
  inAnotherTab(refuseElsewhere);
  await expect.element(page.getByText("You were signed out. Please sign in again.")).toBeVisible();
  signIn();
  await router.navigate({ href: "/setup-one-time" });
  await expect.element(description).toHaveValue("December rent");
});

it("says that the user logged out in another tab, and restores what was typed here", async () => {
  signIn();
  const router = await openPage("/setup-one-time");
  await description.fill("December rent");
  inAnotherTab(() => {
    localStorage.removeItem("authToken");
    localStorage.removeItem("userInfo");
  });
  await expect.element(page.getByText("You logged out in another tab.")).toBeVisible();
  signIn();
  await router.navigate({ href: "/setup-one-time" });
  await expect.element(description).toHaveValue("December rent");
});

it("loads the data of another user anew", async () => {
  signIn();
  await openPage("/setup-one-time");
  await expect.element(page.getByText("To Juniper Court, Apt 4B")).toBeVisible();
  answers({ "auth.me": () => account({ _id: "usr_2", aptNumber: "7A" }) });
  signIn({ _id: "usr_2", firstName: "Ada" });
  await expect.element(page.getByText("To Juniper Court, Apt 7A")).toBeVisible();
});

/** Stores a session whose user has the shape of an older version of the pages. */
function signInAsBefore(): void {
  signIn();
  localStorage.setItem("userInfo", JSON.stringify({ name: "Maya Okafor" }));
  session.refresh();
}

it("keeps the session of a user of an older shape while the server cannot be reached, and opens the page afterwards", async () => {
  answers({ "auth.me": offline });
  // React and the router log each error that a boundary catches.
  for (const method of ["error", "warn"] as const) vi.spyOn(console, method).mockImplementation(() => undefined);
  signInAsBefore();
  await openPage("/setup-one-time");
  await expect.element(page.getByText("Hearth could not be reached")).toBeVisible();
  expect(localStorage.getItem("authToken")).toBe("token-of-the-test");
  answers({ "auth.me": () => account() });
  window.dispatchEvent(new Event("online"));
  await expect.element(description).toBeVisible();
});

it("revokes the token of a session that it ends because the server refuses its user", async () => {
  answers({
    "auth.me": () => {
      throw new HearthError("ACCOUNT_SUSPENDED");
    },
    "auth.logout": () => ({ message: "Logged out" }),
  });
  signInAsBefore();
  await openPage("/setup-one-time");
  await expect.element(page.getByRole("button", { name: "Sign in", exact: true })).toBeVisible();
  await expect.poll(() => inputsOf("auth.logout")).toHaveLength(1);
  expect(localStorage.getItem("authToken")).toBeNull();
});

it("opens the administrators' dashboard at the root for someone with only an admin token", async () => {
  signInAdmin();
  answers({ "admin.dashboard": never });
  const router = await openPage("/");
  await expect.poll(() => router.state.location.pathname).toBe("/admin/dashboard");
});
