import { HearthError } from "@hearth/domain/errors";
import { describe, expect, it } from "vitest";
import { page } from "vitest/browser";
import { answers, inputsOf } from "../../testing/answers.ts";
import { enter, formNamed, testFormErrors, press, shownErrors } from "../../testing/press.ts";
import { oddTransfer } from "../../testing/records.ts";
import { show } from "../../testing/render.tsx";
import { refuse } from "../../testing/taken.ts";
import type { Area } from "./area.ts";
import { DecisionForm } from "./decision-form.tsx";

function open() {
  answers({ "merchant.transferCandidates": () => [], "merchant.setTransferAside": refuse });
  return show(<DecisionForm area="merchant" transfer={oddTransfer()} onDone={() => undefined} />);
}

testFormErrors({
  label: "What this transfer is for",
  open: async () => {
    await open();
    await page.getByRole("radio", { name: /It is not rent/ }).click();
  },
  valid: { reason: "A gift of my aunt" },
  invalid: { "no reason": { values: { reason: " " }, messages: { reason: "Please provide a reason" } } },
  acceptedCount: () => inputsOf("merchant.setTransferAside").length,
});

it("asks on each click what the transfer is for, until something is chosen", async () => {
  await open();
  const form = await formNamed("What this transfer is for");
  const choice = "Choose what it is for";
  for (let time = 1; time <= 5; time += 1) {
    await press(form);
    await expect.poll(() => shownErrors(form)).toEqual({ choice, reason: "Please provide a reason" });
    expect(document.activeElement?.getAttribute("name")).toBe("choice");
  }
  enter(form, { reason: "A gift of my aunt" });
  await press(form);
  await expect.poll(() => shownErrors(form)).toEqual({ choice });
  await page.getByRole("radio", { name: /It is not rent/ }).click();
  await expect.poll(() => shownErrors(form)).toEqual({});
  await press(form);
  await expect.poll(() => inputsOf("merchant.setTransferAside").length).toBe(1);
});

describe("a tenant's money", () => {
  const place = {
    leaseId: "lse_1",
    place: "Court 4B",
    isOver: false,
    isLikely: true,
    arrivedOn: "2026-12-06",
    balance: 150,
    balanceAfter: -50,
  };
  const jonah = { ...place, _id: "ltn_1", name: "Jonah Pike" };

  async function openTenants(area: Area) {
    answers({
      [`${area}.transferCandidates`]: () => [],
      [`${area}.creditableTenants`]: () => ({ amount: 200, refusal: null, items: [jonah], hasMore: false }),
      [area === "admin" ? "rent.wrongFeesForAdmin" : "rent.wrongFees"]: () => ({ count: 2, amount: 20 }),
      [`${area}.creditTenant`]: () => ({ _id: "pay_9" }),
      "merchant.undoTenantCredit": () => ({ _id: "pay_9" }),
      "admin.detachTransfer": () => ({ message: "The transfer is taken from the payment" }),
    });
    await show(<DecisionForm area={area} transfer={oddTransfer({ _id: "trf_7" })} onDone={() => undefined} />);
    await page.getByRole("radio", { name: /It is a tenant's rent/ }).click();
  }

  it.each(["merchant", "admin"] as const)(
    "asks a %s whose it is, shows what it does, voids wrong late fees, and is undone in the toast",
    async (area) => {
      await openTenants(area);
      const form = await formNamed("What this transfer is for");
      enter(form, { reason: "His name is in the message" });
      await press(form);
      await expect.poll(() => shownErrors(form)).toEqual({ tenantId: "Choose who sent it" });
      await page.getByRole("radio", { name: /Jonah Pike, Court 4B/ }).click();
      await expect.element(page.getByText("Likely: from this person's wallet. $150.00 owed now, then $50.00 prepaid")).toBeVisible();
      await expect.element(page.getByText(/\$200\.00 counts for Court 4B on Dec 6, 2026, the day it arrived/)).toBeVisible();
      await expect.element(page.getByRole("checkbox")).toBeChecked();
      await press(form);
      const decision = { transferId: "trf_7", tenantId: "ltn_1", reason: "His name is in the message", voidFees: true };
      await expect.poll(() => inputsOf(`${area}.creditTenant`)).toMatchObject([decision]);
      await page.getByRole("button", { name: "Undo" }).click();
      if (area === "admin") await expect.poll(() => inputsOf("admin.detachTransfer")).toMatchObject([{ transferId: "trf_7" }]);
      else await expect.poll(() => inputsOf("merchant.undoTenantCredit")).toMatchObject([{ paymentId: "pay_9" }]);
    },
  );
});

it("says that there are more tenants, and finds them by words", async () => {
  answers({
    "merchant.transferCandidates": () => [],
    "merchant.creditableTenants": ({ search }) => ({ amount: 200, refusal: null, items: [], hasMore: search === undefined }),
  });
  await show(<DecisionForm area="merchant" transfer={oddTransfer({ _id: "trf_7" })} onDone={() => undefined} />);
  await page.getByRole("radio", { name: /It is a tenant's rent/ }).click();
  await expect.element(page.getByText(/^There are more tenants\./)).toBeVisible();
  await page.getByRole("searchbox", { name: "Find a tenant or unit" }).fill("Pike");
  await expect.element(page.getByText(/^No tenant with an account matches/)).toBeVisible();
  await expect.element(page.getByText(/^There are more tenants/)).not.toBeInTheDocument();
});

describe("a transfer that was set aside", () => {
  async function setAside(restore: () => { message: string }) {
    answers({
      "merchant.transferCandidates": () => [],
      "merchant.setTransferAside": () => ({ message: "The transfer is set aside" }),
      "merchant.restoreTransfer": restore,
    });
    await show(<DecisionForm area="merchant" transfer={oddTransfer({ _id: "tra_7" })} onDone={() => undefined} />);
    await page.getByRole("radio", { name: /It is not rent/ }).click();
    const form = await formNamed("What this transfer is for");
    enter(form, { reason: "A gift of my aunt" });
    await press(form);
    await expect.element(page.getByText("The transfer is set aside")).toBeVisible();
    await page.getByRole("button", { name: "Undo" }).click();
  }

  it("is listed again with the button in the toast", async () => {
    await setAside(() => ({ message: "The transfer is listed again" }));
    await expect.poll(() => inputsOf("merchant.restoreTransfer")).toEqual([{ transferId: "tra_7" }]);
    await expect.element(page.getByText("The transfer is set aside")).not.toBeInTheDocument();
  });

  it("stays set aside if that fails, and says so", async () => {
    await setAside(() => {
      throw new HearthError("NOT_FOUND", { message: "Someone else has decided about it" });
    });
    await expect.element(page.getByText("Someone else has decided about it").first()).toBeVisible();
  });
});
