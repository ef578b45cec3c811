import { paymentAmount } from "@hearth/domain/payments/inputs";
import { expect, it } from "vitest";
import { page, userEvent } from "vitest/browser";
import { z } from "zod";
import { AmountField } from "./amount-field.tsx";
import { AppForm, useAppForm } from "./form.tsx";
import { show } from "../../testing/render.tsx";

const schema = z.object({
  amount: z
    .string()
    .transform((text): string | number => text)
    .pipe(paymentAmount),
});

function Entry({ begin }: { begin: string }) {
  const form = useAppForm({ defaultValues: { amount: begin }, schema, onSubmit: () => "Taken" });
  return (
    <AppForm form={form} label="Payment">
      <form.AppField name="amount">{() => <AmountField label="Amount" />}</form.AppField>
      <form.SubmitButton>Pay</form.SubmitButton>
    </AppForm>
  );
}

const amount = page.getByRole("textbox", { name: "Amount" });

it.each(["1e3", "usd 40", "12x.345", "0-1"])(
  "keeps all of %s typed over a selected amount, reports it as invalid, and accepts no part of it",
  async (typed) => {
    await show(<Entry begin="250" />);
    await amount.click();
    await userEvent.keyboard(`{Control>}a{/Control}${typed}`);
    await expect.element(amount).toHaveValue(typed);
    await expect.element(page.getByText("Only digits, with at most two decimals")).toBeVisible();
    await page.getByRole("button", { name: "Pay" }).click();
    await expect.element(page.getByText("Please enter a valid amount", { exact: true })).toBeVisible();
    await expect.element(page.getByText("Taken")).not.toBeInTheDocument();
  },
);

it("accepts an amount typed character by character", async () => {
  await show(<Entry begin="250" />);
  await amount.click();
  await userEvent.keyboard("{Control>}a{/Control}$1,450.5");
  await expect.element(amount).toHaveValue("1450.5");
  await page.getByRole("button", { name: "Pay" }).click();
  await expect.element(page.getByText("Taken")).toBeVisible();
  await expect.element(amount).toHaveValue("1,450.50");
});
