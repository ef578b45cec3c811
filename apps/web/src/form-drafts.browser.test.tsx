import { HearthError } from "@hearth/domain/errors";
import { useState } from "react";
import { beforeEach, expect, it } from "vitest";
import { cleanup } from "vitest-browser-react/pure";
import { page, userEvent } from "vitest/browser";
import { z } from "zod";
import { PropertyForm } from "./areas/merchant/rent/property-forms.tsx";
import { UndoLeaseForm } from "./features/rent/acts/end-forms.tsx";
import { UndoForm } from "./features/rent/acts/entry-forms.tsx";
import { session } from "./lib/session.ts";
import { answers, never } from "./testing/answers.ts";
import { account, lease, listedMerchant, network, standing, walletStatus } from "./testing/records.ts";
import { closePage, openPage, reload, show, signIn } from "./testing/render.tsx";
import { Button } from "./ui/button.tsx";
import { Dialog } from "./ui/dialog.tsx";
import { AppForm, useAppForm } from "./kit/form/form.tsx";

const amount = page.getByRole("textbox", { name: "Amount" });
const description = page.getByRole("textbox", { name: /^Description/ });

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
    "payments.createCheckout": () => {
      throw new HearthError("UNAUTHENTICATED");
    },
  });
});

/** Fills in a payment and submits it after the server has lost the session. */
async function loseTheSession() {
  signIn();
  const router = await openPage("/setup-one-time");
  await amount.fill("450");
  await description.fill("December rent");
  await page.getByRole("button", { name: "Pay $450.00" }).click();
  await expect.element(page.getByText("You were signed out. Please sign in again.")).toBeVisible();
  return router;
}

const restored = page.getByText(/^Restored what you typed/);

it("restores typed values after signing in again, until they are cleared", async () => {
  const router = await loseTheSession();
  signIn();
  await router.navigate({ href: "/setup-one-time" });
  await expect.element(amount).toHaveValue("450.00");
  await expect.element(description).toHaveValue("December rent");
  await router.navigate({ href: "/payment-type" });
  await router.navigate({ href: "/setup-one-time" });
  await expect.element(description).toHaveValue("December rent");
  await page.getByRole("button", { name: "Clear" }).click();
  await expect.element(description).toHaveValue("");
  await expect.element(restored).not.toBeInTheDocument();
  await router.navigate({ href: "/payment-type" });
  await router.navigate({ href: "/setup-one-time" });
  await expect.element(description).toHaveValue("");
});

it("restores them only for the same user", async () => {
  const router = await loseTheSession();
  signIn({ _id: "usr_2" });
  await router.navigate({ href: "/setup-one-time" });
  await expect.element(description).toHaveValue("");
  signIn();
  await router.navigate({ href: "/payment-type" });
  await router.navigate({ href: "/setup-one-time" });
  await expect.element(description).toHaveValue("December rent");
});

it("restores typed values after a reload, after Back, and not at another address", async () => {
  signIn();
  let router = await openPage("/setup-one-time");
  await description.fill("December rent");
  router = await reload(router);
  await expect.element(description).toHaveValue("December rent");
  await expect.element(restored).toBeVisible();
  await router.navigate({ href: "/payment-type" });
  router.history.back();
  await expect.element(description).toHaveValue("December rent");
  await router.navigate({ href: "/setup-one-time?amount=60.00" });
  await router.navigate({ href: "/payment-type" });
  await router.navigate({ href: "/setup-one-time?amount=60.00" });
  await expect.element(description).toHaveValue("");
});

it("drops the drafts of a user who logs out", async () => {
  signIn();
  const router = await openPage("/setup-one-time");
  await description.fill("December rent");
  answers({ "auth.logout": () => ({ message: "Logged out" }) });
  await page.getByRole("button", { name: "Logout" }).click();
  await expect.element(page.getByRole("button", { name: "Sign in", exact: true })).toBeVisible();
  signIn();
  await router.navigate({ href: "/setup-one-time" });
  await expect.element(amount).toBeVisible();
  await expect.element(description).toHaveValue("");
});

it("empties a form if another user signs in in another tab, and keeps it for the same user with a new token", async () => {
  signIn();
  const router = await openPage("/setup-one-time");
  await description.fill("December rent");
  const { user } = session.get();
  if (user) session.signIn("another-token", { ...user, firstName: "May" });
  await router.load();
  await expect.element(page.getByRole("button", { name: "May", exact: true })).toBeVisible();
  await expect.element(description).toHaveValue("December rent");
  signIn({ _id: "usr_2" });
  await expect.element(description).toHaveValue("");
  await expect.element(restored).not.toBeInTheDocument();
});

it("keeps no password, and keeps a ZIP code", async () => {
  const schema = z.object({ zipCode: z.string(), newPassword: z.string(), code: z.string() });
  function Secrets() {
    const form = useAppForm({ defaultValues: { zipCode: "", newPassword: "", code: "" }, schema, onSubmit: () => null });
    return (
      <AppForm form={form} label="Secrets">
        <form.AppField name="zipCode">{(field) => <field.TextField label="ZIP code" />}</form.AppField>
        <form.AppField name="newPassword">
          {(field) => <field.PasswordField label="New password" autoComplete="new-password" />}
        </form.AppField>
        <form.AppField name="code">{(field) => <field.TextField label="Code" />}</form.AppField>
        <form.SubmitButton>Save</form.SubmitButton>
      </AppForm>
    );
  }
  await show(<Secrets />);
  await page.getByRole("textbox", { name: "ZIP code" }).fill("78701");
  await page.getByLabelText("New password", { exact: true }).fill("hearth-demo-2026");
  await page.getByRole("textbox", { name: "Code", exact: true }).fill("123456");
  expect(JSON.stringify({ ...sessionStorage, ...localStorage })).not.toMatch(/hearth-demo-2026|123456/);
  await cleanup();
  await show(<Secrets />);
  await expect.element(page.getByRole("textbox", { name: "ZIP code" })).toHaveValue("78701");
  await expect.element(page.getByLabelText("New password", { exact: true })).toHaveValue("");
  await page.getByRole("button", { name: "Save" }).click();
  await expect.element(restored).not.toBeInTheDocument();
  expect(sessionStorage.getItem("drafts")).toBeNull();
});

it("keeps no token of the page's address", async () => {
  answers({
    "staff.invitation": () => ({ business: "Juniper Court", email: "ana@roomer.example", role: "viewer" }),
  });
  await openPage("/join-staff#a-secret-token");
  const firstName = page.getByRole("textbox", { name: "First name" });
  await firstName.fill("Ana");
  expect(sessionStorage.getItem("drafts")).toContain("Ana");
  expect(sessionStorage.getItem("drafts")).not.toContain("a-secret-token");
});

it("offers what was typed about a charge only for that charge", async () => {
  const why = page.getByRole("textbox", { name: "Reason" });
  await show(<UndoForm undoing={{ chargeId: "chg_1", description: "A lock" }} onDone={() => undefined} />);
  await why.fill("It was not broken");
  await cleanup();
  await show(<UndoForm undoing={{ chargeId: "chg_2", description: "A key" }} onDone={() => undefined} />);
  await expect.element(why).toHaveValue("");
  await cleanup();
  await show(<UndoForm undoing={{ chargeId: "chg_1", description: "A lock" }} onDone={() => undefined} />);
  await expect.element(why).toHaveValue("It was not broken");
});

it("restores typed values over the version that they were typed over", async () => {
  await show(<UndoLeaseForm lease={lease()} onDone={() => undefined} />);
  await page.getByRole("textbox", { name: "Why" }).fill("The wrong unit");
  await cleanup();
  await show(<UndoLeaseForm lease={lease({ updatedAt: "2026-11-21T09:00:00.000Z" })} onDone={() => undefined} />);
  await expect.element(page.getByText(/This changed while you were editing/)).toBeVisible();
  await expect.element(page.getByRole("textbox", { name: "Why" })).toHaveValue("The wrong unit");
});

it("offers what was typed about a lease that is gone to be copied or discarded, on its page alone", async () => {
  const notice = page.getByText("You typed this here and did not save it");
  const openLease = async (leaseId: string, get: () => ReturnType<typeof lease>) => {
    answers({
      "auth.me": () => account({ role: "merchant" }),
      "merchant.stats": never,
      "rent.lease": get,
      "rent.ledger": () => ({ items: [], nextCursor: null }),
    });
    signIn({ role: "merchant" });
    return openPage(`/merchant/leases/${leaseId}`);
  };
  const gone = () => {
    throw new HearthError("NOT_FOUND");
  };
  let router = await openLease("lse_1", () => lease());
  await page.getByRole("button", { name: "More" }).click();
  await page.getByRole("menuitem", { name: "Add charge" }).click();
  await page.getByRole("textbox", { name: /^Description/ }).fill("A broken window");
  await closePage();
  router = await openLease("lse_2", gone);
  await expect.element(page.getByText(/^This lease does not exist/)).toBeVisible();
  await expect.element(notice).not.toBeInTheDocument();
  await router.navigate({ href: "/merchant/leases/lse_1" });
  await expect.element(notice).toBeVisible();
  await expect.element(page.getByText("A broken window")).toBeVisible();
  await expect.element(page.getByRole("button", { name: "Copy what you typed" })).toBeVisible();
  await page.getByRole("button", { name: "Discard" }).click();
  await expect.element(notice).not.toBeInTheDocument();
  expect(sessionStorage.getItem("drafts")).toBeNull();
});

function AddProperty() {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button onClick={() => setOpen(true)}>Add a property</Button>
      <Dialog open={isOpen} onClose={() => setOpen(false)} title="Add a property">
        {isOpen && <PropertyForm onDone={() => setOpen(false)} />}
      </Dialog>
    </>
  );
}

it.each(["Escape", "the backdrop", "the close button"])("asks before %s closes a dialog with typed text", async (way) => {
  const dialog = page.getByRole("dialog", { name: "Add a property" });
  const question = page.getByRole("dialog", { name: "Discard what you typed?" });
  const name = page.getByRole("textbox", { name: "Name" });
  const close = async () => {
    if (way === "Escape") await userEvent.keyboard("{Escape}");
    else if (way === "the close button") await dialog.getByRole("button", { name: "Close" }).click();
    else document.elementFromPoint(5, 5)?.dispatchEvent(new MouseEvent("click", { bubbles: true }));
  };
  answers({ "rent.addProperty": () => ({ _id: "prp_1" }), "rent.properties": () => ({ items: [], nextCursor: null, isCut: false }) });
  await show(<AddProperty />);
  const open = page.getByRole("button", { name: "Add a property" });
  await open.click();
  await close();
  await expect.element(dialog).not.toBeInTheDocument();
  await open.click();
  await name.fill("Juniper Court");
  await close();
  await question.getByRole("button", { name: "Keep editing" }).click();
  await expect.element(question).not.toBeInTheDocument();
  await expect.element(name).toHaveValue("Juniper Court");
  await close();
  await question.getByRole("button", { name: "Discard" }).click();
  await expect.element(dialog).not.toBeInTheDocument();
  await open.click();
  await expect.element(name).toHaveValue("");
});

it("closes a dialog without a question once its form is saved", async () => {
  answers({ "rent.addProperty": () => ({ _id: "prp_1" }), "rent.properties": () => ({ items: [], nextCursor: null, isCut: false }) });
  await show(<AddProperty />);
  const open = page.getByRole("button", { name: "Add a property" });
  await open.click();
  await page.getByRole("textbox", { name: "Name" }).fill("Juniper Court");
  await page.getByRole("textbox", { name: "Units" }).fill("1A");
  await page.getByRole("button", { name: "Add property" }).click();
  await expect.element(page.getByText("Juniper Court was added")).toBeVisible();
  await open.click();
  await expect.element(page.getByRole("textbox", { name: "Name" })).toHaveValue("");
  expect(sessionStorage.getItem("drafts")).toBeNull();
});
