import { HearthError } from "@hearth/domain/errors";
import { expect, it } from "vitest";
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

it("says what the server has against the sign-in, and forgets it on edit", async () => {
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

it("asks for a password of one's own in place of one that was handed over, and signs in with it", async () => {
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

it("is busy until the server has answered, and cannot be sent twice", async () => {
  answers({ "auth.login": never });
  await send();
  await expect.element(signIn).toHaveAttribute("aria-busy", "true");
  await signIn.click({ force: true });
  await userEvent.keyboard("{Enter}");
  expect(inputsOf("auth.login")).toHaveLength(1);
});

it("says that the server was not reached", async () => {
  answers({ "auth.login": offline });
  await send();
  await expect.element(page.getByRole("alert")).toHaveTextContent("Login failed");
});

it("says what is wrong at every press of a real pointer, also after a field was left", async () => {
  await openPage("/merchant/login");
  const said = () =>
    page
      .getByRole("alert")
      .elements()
      .map((element) => element.textContent);
  await signIn.click();
  await expect.poll(said).toEqual(["Email is required", "Password is required"]);
  await email.fill("notmail");
  await userEvent.tab();
  for (let time = 1; time <= 5; time += 1) {
    await signIn.click();
    await expect.poll(said, { message: `press ${time}` }).toEqual(["Password is required"]);
    await expect.element(password).toHaveFocus();
  }
});

it("says why it is asked for where the server takes a token no longer, and not to who has signed out", async () => {
  answers({
    "auth.me": () => {
      throw new HearthError("UNAUTHENTICATED");
    },
  });
  showAccount();
  await openPage("/profile");
  await expect.element(page.getByText("You were signed out. Please sign in again.")).toBeVisible();
  session.signOut();
  await expect.element(page.getByText("You were signed out. Please sign in again.")).not.toBeInTheDocument();
});
