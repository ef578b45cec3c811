import { expect, it } from "vitest";
import { page } from "vitest/browser";
import { answers, inputsOf } from "../../testing/answers.ts";
import { enter, formNamed, itSaysWhatIsWrong, press, saidBy } from "../../testing/press.ts";
import { oddTransfer } from "../../testing/records.ts";
import { show } from "../../testing/render.tsx";
import { refuse } from "../../testing/taken.ts";
import { DecisionForm } from "./decision-form.tsx";

function open() {
  answers({ "merchant.transferCandidates": () => [], "merchant.setTransferAside": refuse });
  return show(<DecisionForm area="merchant" transfer={oddTransfer()} onDone={() => undefined} />);
}

itSaysWhatIsWrong({
  label: "What this transfer is for",
  open: async () => {
    await open();
    await page.getByRole("radio", { name: /It is not rent/ }).click();
  },
  right: { reason: "A gift of my aunt" },
  wrong: { "no reason": { values: { reason: " " }, says: { reason: "Please provide a reason" } } },
  taken: () => inputsOf("merchant.setTransferAside").length,
});

it("asks at each press what the transfer is for, until something is chosen", async () => {
  await open();
  const form = await formNamed("What this transfer is for");
  const choice = "Please choose what it is for";
  for (let time = 1; time <= 5; time += 1) {
    await press(form);
    await expect.poll(() => saidBy(form)).toEqual({ choice, reason: "Please provide a reason" });
    expect(document.activeElement?.getAttribute("name")).toBe("choice");
  }
  enter(form, { reason: "A gift of my aunt" });
  await press(form);
  await expect.poll(() => saidBy(form)).toEqual({ choice });
  await page.getByRole("radio", { name: /It is not rent/ }).click();
  await expect.poll(() => saidBy(form)).toEqual({});
  await press(form);
  await expect.poll(() => inputsOf("merchant.setTransferAside").length).toBe(1);
});
