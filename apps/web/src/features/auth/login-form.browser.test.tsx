import { HearthError } from "@hearth/domain/errors";
import { expect, it } from "vitest";
import { cleanup } from "vitest-browser-react/pure";
import { page, userEvent } from "vitest/browser";
import { z } from "zod";
import { answers, inputsOf, never, offline } from "../../testing/answers.ts";
import { session } from "../../lib/session.ts";
import { openPage, signIn as showAccount } from "../../testing/render.tsx";

const email = page.getByLabelText("Email");
const password = page.getByLabelText("Password", { exact: true });
const signIn = page.getByRole("button", { name: "Sign in" });

async function send(): Promise<void> {
  await openPage("/merchant/login");
  await email.fill("maya@hearth.test");
  await password.fill("wrong");
  await signIn.click();
}

it("shows the server's reason for refusing the sign-in, and clears it on edit", async () => {
  answers({
    "auth.login": () => {
      throw new HearthError("INVALID_CREDENTIALS");
    },
  });
  await send();
  const note = page.getByText("Invalid email or password");
  await expect.element(note).toBeVisible();
  expect(inputsOf("auth.login")).toEqual([{ email: "maya@hearth.test", password: "wrong" }]);
  await password.fill("better");
  await expect.element(note).not.toBeInTheDocument();
});

it("moves no button and no link when the sign-in is refused", async () => {
  answers({ "auth.login": () => Promise.reject(new HearthError("INVALID_CREDENTIALS")) });
  await openPage("/login");
  await expect.element(email).toHaveFocus();
  const buttons = () =>
    [signIn, page.getByRole("button", { name: "Use a passkey" }), page.getByRole("link", { name: "Forgot your password?" })].map(
      (button) => button.element().getBoundingClientRect().top,
    );
  const before = buttons();
  await userEvent.keyboard("maya@hearth.test{Enter}");
  await password.fill("wrong");
  await signIn.click();
  await expect.element(page.getByText("Invalid email or password")).toBeVisible();
  expect(buttons()).toEqual(before);
});

it("has its title at the same place on every page, and a way to a new password", async () => {
  const tops: number[] = [];
  for (const path of ["/login", "/merchant/login", "/admin/login", "/forgot-password", "/register"]) {
    await openPage(path);
    const title = page.getByRole("main").getByRole("heading", { level: 1 });
    await expect.element(title).toBeVisible();
    tops.push(title.element().getBoundingClientRect().top);
    if (path === "/merchant/login") await expect.element(page.getByRole("link", { name: "Forgot your password?" })).toBeVisible();
    await cleanup();
  }
  expect(new Set(tops).size).toBe(1);
});

it("asks the user to replace an initial password, and signs in with the new one", async () => {
  answers({
    "auth.login": (input) => {
      const isOwn = z.object({ password: z.string() }).parse(input).password === "an own password";
      throw new HearthError(isOwn ? "ACCOUNT_SUSPENDED" : "FIRST_PASSWORD_REPLACEMENT_NEEDED");
    },
    "auth.replaceFirstPassword": () => ({ message: "" }),
  });
  await send();
  await page.getByLabelText("New password", { exact: true }).fill("an own password");
  await page.getByLabelText("Confirm new password").fill("an own password");
  await page.getByRole("button", { name: "Choose it and sign in" }).click();
  await expect.element(page.getByText("This account is suspended. Please contact support.")).toBeVisible();
  const given = { email: "maya@hearth.test", password: "wrong" };
  expect(inputsOf("auth.replaceFirstPassword")).toEqual([{ ...given, newPassword: "an own password" }]);
  expect(inputsOf("auth.login")).toEqual([given, { ...given, password: "an own password" }]);
});

it("is busy until the server answers, and cannot be submitted twice", async () => {
  answers({ "auth.login": never });
  await send();
  await expect.element(signIn).toHaveAttribute("aria-busy", "true");
  await signIn.click({ force: true });
  await userEvent.keyboard("{Enter}");
  expect(inputsOf("auth.login")).toHaveLength(1);
});

it("says that the server could not be reached", async () => {
  answers({ "auth.login": offline });
  await send();
  await expect.element(page.getByRole("alert")).toHaveTextContent("Login failed");
});

it("shows the validation message on every click, even after a field was blurred", async () => {
  await openPage("/merchant/login");
  const messages = () =>
    page
      .getByRole("alert")
      .elements()
      .map((element) => element.textContent);
  await signIn.click();
  await expect.poll(messages).toEqual(["Email is required", "Password is required"]);
  await email.fill("notmail");
  await userEvent.tab();
  for (let time = 1; time <= 5; time += 1) {
    await signIn.click();
    await expect.poll(messages, { message: `press ${time}` }).toEqual(["Password is required"]);
    await expect.element(password).toHaveFocus();
  }
});

it("explains why it asks after the server has rejected the token, but not after a logout", async () => {
  answers({
    "auth.me": () => {
      throw new HearthError("UNAUTHENTICATED");
    },
    "auth.secondFactor": never,
  });
  showAccount();
  await openPage("/profile");
  await expect.element(page.getByText("You were signed out. Please sign in again.")).toBeVisible();
  session.signOut();
  await expect.element(page.getByText("You were signed out. Please sign in again.")).not.toBeInTheDocument();
});

function signInInAnotherTab(): void {
  localStorage.setItem("authToken", "token-of-another-tab");
  const user = { _id: "usr_1", firstName: "Maya", lastName: "Okafor", email: "maya@hearth.test", role: "user", selectedMerchantId: null };
  localStorage.setItem("userInfo", JSON.stringify(user));
  window.dispatchEvent(new StorageEvent("storage"));
}

it("offers the page that asked for the sign-in once the user signed in in another tab", async () => {
  const router = await openPage("/login?redirect=%2Fprofile%3Fview%3Dall");
  await email.fill("maya@hearth.test");
  signInInAnotherTab();
  await expect.element(page.getByText("You are signed in as Maya")).toBeVisible();
  await expect.element(email).not.toBeInTheDocument();
  answers({ "auth.me": never, "auth.secondFactor": never });
  await page.getByRole("button", { name: "Continue to the page you opened" }).click();
  await expect.poll(() => router.latestLocation.href).toBe("/profile?view=all");
});

it("keeps the form from the sign-in until the next page, also after a logout on the page", async () => {
  const user = { _id: "usr_1", firstName: "Maya", lastName: "Okafor", email: "maya@hearth.test", role: "user" as const };
  answers({
    "auth.login": () => ({ ...user, selectedMerchantId: null, token: "a-token", redirectPath: "/terms" }),
    "auth.logout": () => ({ message: "Logged out" }),
  });
  showAccount();
  const router = await openPage("/login");
  await page.getByRole("button", { name: "log out" }).click();
  await email.fill("maya@hearth.test");
  await password.fill("hearth-demo-2026");
  let wasReplaced = false;
  const watch = new MutationObserver(() => (wasReplaced ||= document.body.textContent.includes("You are signed in as")));
  watch.observe(document.body, { subtree: true, childList: true });
  await signIn.click();
  await expect.poll(() => router.state.resolvedLocation?.pathname).toBe("/terms");
  watch.disconnect();
  expect(wasReplaced).toBe(false);
});

it("keeps what is typed on a public page when the user signs in in another tab", async () => {
  await openPage("/reset-password#hrm_token");
  const typed = page.getByLabelText("New password", { exact: true });
  await typed.fill("a long password");
  signInInAnotherTab();
  await expect.element(page.getByRole("banner").getByText("Maya")).toBeVisible();
  await expect.element(typed).toHaveValue("a long password");
});
