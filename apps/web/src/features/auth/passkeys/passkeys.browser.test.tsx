import { HearthError } from "@hearth/domain/errors";
import { expect, it } from "vitest";
import { page } from "vitest/browser";
import type { Passkey } from "../../../lib/passkey.ts";
import { trpcClient } from "../../../lib/trpc.ts";
import { answers, inputsOf } from "../../../testing/answers.ts";
import { ownPasskeyWallet } from "../../../testing/fake-wallet-page.ts";
import { formNamed, enter, testFormErrors, press } from "../../../testing/press.ts";
import { show } from "../../../testing/render.tsx";
import { countSubmits, refuse } from "../../../testing/taken.ts";
import { LoginForm } from "../login-form.tsx";
import { AddPasskeyDialog, RenamePasskeyDialog } from "./passkey-dialogs.tsx";
import { PasskeysCard } from "./passkeys-card.tsx";

const phone: Passkey = {
  _id: "psk_phone",
  name: "My phone",
  isBackedUp: true,
  createdAt: "2026-11-20T12:00:00.000Z",
  lastUsedAt: null,
};
const { take } = countSubmits();
const nothing = () => undefined;

testFormErrors({
  label: "Add a passkey",
  open: () => {
    answers({ "auth.beginPasskey": refuse });
    return show(<AddPasskeyDialog area="auth" isFirst open onClose={nothing} />);
  },
  valid: { name: "My phone" },
  invalid: {
    "no name": { values: { name: " " }, messages: { name: "Please give this passkey a name" } },
    "too long a name": { values: { name: "x".repeat(61) }, messages: { name: "Please use at most 60 characters" } },
  },
  acceptedCount: () => inputsOf("auth.beginPasskey").length,
});

testFormErrors({
  label: "Rename the passkey",
  open: () => {
    answers({ "auth.renamePasskey": refuse });
    return show(<RenamePasskeyDialog passkey={phone} rename={trpcClient.auth.renamePasskey.mutate} onClose={nothing} />);
  },
  valid: { name: "Work phone" },
  invalid: { "no name": { values: { name: "" }, messages: { name: "Please give this passkey a name" } } },
  acceptedCount: () => inputsOf("auth.renamePasskey").length,
});

it("confirms the removal of a passkey, and says why it failed", async () => {
  answers({
    "auth.passkeys": () => [phone],
    "auth.removePasskey": () => {
      throw new HearthError("SECOND_FACTOR_MANDATORY");
    },
  });
  await show(<PasskeysCard area="auth" />);
  await page.getByRole("button", { name: "Remove My phone" }).click();
  await expect.element(page.getByText("It is your last one.", { exact: false })).toBeVisible();
  expect(inputsOf("auth.removePasskey")).toEqual([]);
  await page.getByRole("dialog").getByRole("button", { name: "Remove" }).click();
  await expect.element(page.getByRole("alert")).toHaveTextContent("Administrators need two-step sign-in here, so the last one stays");
  expect(inputsOf("auth.removePasskey")).toEqual([{ passkeyId: "psk_phone" }]);
});

const ofWallet = (names: string[]) => {
  const { wallet, ended } = ownPasskeyWallet("0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC");
  return { wallet: wallet && { ...wallet, passkeys: names.map((name, place) => ({ ...phone, _id: `wpk_${place}`, name })) }, ended };
};

it("says that the passkeys of the wallet sign in, where there is no other one", async () => {
  answers({ "auth.passkeys": () => [], "passkeyWallet.read": () => ofWallet(["iPhone", "Mac"]) });
  await show(<PasskeysCard area="auth" />);
  await expect.element(page.getByText("The passkeys of your wallet sign you in: iPhone, Mac.", { exact: false })).toBeVisible();
  await expect.element(page.getByText("None yet.", { exact: false })).not.toBeInTheDocument();
  await expect.element(page.getByRole("button", { name: "Add a passkey" })).toBeVisible();
});

it("says that there is no passkey yet, and what a passkey is for", async () => {
  answers({ "auth.passkeys": () => [], "passkeyWallet.read": () => ({ wallet: null, ended: [] }) });
  await show(<PasskeysCard area="auth" />);
  await expect.element(page.getByText("None yet.", { exact: false })).toBeVisible();
});

it("asks for a recovery code instead of an app's code if the account has only passkeys", async () => {
  await show(<LoginForm onSubmit={() => Promise.resolve({ ok: false, message: "", code: "PASSKEY_REQUIRED" })} onPasskey={take} />);
  const form = await formNamed("Sign in");
  enter(form, { email: "maya@hearth.test", password: "hearth-demo-2026" });
  await press(form);
  await expect.element(page.getByLabelText("Recovery code")).toBeVisible();
  await expect.element(page.getByRole("button", { name: "Use a passkey" })).toBeVisible();
  await expect.element(page.getByRole("button", { name: "Use the authenticator app" })).not.toBeInTheDocument();
});
