import { HearthError } from "@hearth/domain/errors";
import { describe, expect, it } from "vitest";
import { page } from "vitest/browser";
import { answers, inputsOf } from "../../testing/answers.ts";
import { enter, formNamed, testFormErrors, press, shownErrors } from "../../testing/press.ts";
import { oddTransfer } from "../../testing/records.ts";
import { show } from "../../testing/render.tsx";
import { refuse } from "../../testing/taken.ts";
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
