import { HearthError } from "@hearth/domain/errors";
import { expect, it } from "vitest";
import { page } from "vitest/browser";
import { answers, inputsOf } from "../../testing/answers.ts";
import { enter, formNamed, testFormErrors, press, shownErrors } from "../../testing/press.ts";
import { show } from "../../testing/render.tsx";
import type { Outputs } from "../../lib/trpc.ts";
import { AttachMoney } from "./attach-money.tsx";

type Attachable = Outputs["merchant"]["attachableTransfers"][number];

function attachable(more: Partial<Attachable> = {}): Attachable {
  return {
    _id: "trf_1",
    usdc: "89.00",
    from: "0x71C3E54D8b19f3A20c6b8f34De7b0a154C9A0d2B",
    transactionHash: `0x${"a".repeat(64)}`,
    explorerUrl: null,
    receivedAt: "2026-03-02T12:00:00.000Z",
    outcome: { kind: "short", by: 1 },
    ...more,
  };
}

async function open(transfers: Attachable[], attach: () => { message: string } = () => ({ message: "The transfer is attached." })) {
  answers({ "merchant.attachableTransfers": () => transfers, "merchant.attachTransfer": attach });
  await show(<AttachMoney area="merchant" payment={{ _id: "pay_1", amount: 90 }} />);
}

testFormErrors({
  label: "Attach money that arrived",
  open: async () => {
    await open([attachable()]);
    await page.getByRole("button", { name: "Attach money that arrived…" }).click();
    await page.getByRole("radio", { name: /89\.00 USDC/ }).click();
  },
  valid: { reason: "His exchange kept a fee" },
  invalid: { "no reason": { values: { reason: " " }, messages: { reason: "Please provide a reason" } } },
  acceptedCount: () => inputsOf("merchant.attachTransfer").length,
});

it("shows the effect of attaching each transfer, and submits the chosen one with the reason", async () => {
  await open([
    attachable(),
    attachable({ _id: "trf_2", usdc: "90.00", outcome: { kind: "exact", by: 0 } }),
    attachable({ _id: "trf_3", usdc: "94.50", outcome: { kind: "over", by: 4.5 } }),
  ]);
  await page.getByRole("button", { name: "Attach money that arrived…" }).click();
  await expect.element(page.getByText("Leaves the payment of $90.00 short by $1.00, which its payer can top up.")).toBeVisible();
  await expect.element(page.getByText("Completes the payment of $90.00.", { exact: true })).toBeVisible();
  await expect.element(page.getByText("Completes the payment of $90.00, over by $4.50.")).toBeVisible();
  const form = await formNamed("Attach money that arrived");
  await press(form);
  await expect.poll(() => shownErrors(form)).toEqual({ transferId: "Please choose a transfer", reason: "Please provide a reason" });
  await page.getByRole("radio", { name: /89\.00 USDC/ }).click();
  enter(form, { reason: "His exchange kept a fee" });
  await press(form);
  await expect
    .poll(() => inputsOf("merchant.attachTransfer"))
    .toMatchObject([{ transferId: "trf_1", paymentId: "pay_1", reason: "His exchange kept a fee" }]);
});

it("takes no space if no transfer could belong to the payment", async () => {
  await open([]);
  await expect.poll(() => inputsOf("merchant.attachableTransfers").length).toBe(1);
  await expect.element(page.getByRole("button")).not.toBeInTheDocument();
});

it("says that somebody else attached the transfer first", async () => {
  await open([attachable()], () => {
    throw new HearthError("CONFLICT", { message: "This transfer was already attached to another payment" });
  });
  await page.getByRole("button", { name: "Attach money that arrived…" }).click();
  await page.getByRole("radio", { name: /89\.00 USDC/ }).click();
  const form = await formNamed("Attach money that arrived");
  enter(form, { reason: "His exchange kept a fee" });
  await press(form);
  await expect.element(page.getByText("This transfer was already attached to another payment")).toBeVisible();
});
