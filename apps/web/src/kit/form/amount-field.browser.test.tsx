import { paymentAmount } from "@hearth/domain/payments/inputs";
import { expect, it } from "vitest";
import { page, userEvent } from "vitest/browser";
import { z } from "zod";
import { AmountField, MoneyField } from "./amount-field.tsx";
import { AppForm, useAppForm } from "./form.tsx";
import { show } from "../../testing/render.tsx";

const schema = z.object({
  amount: z
    .string()
    .transform((text): string | number => text)
    .pipe(paymentAmount),
});

function Entry({ begin, field: Entered = AmountField }: { begin: string; field?: typeof AmountField }) {
  const form = useAppForm({ defaultValues: { amount: begin }, schema, onSubmit: () => "Taken" });
  return (
    <AppForm form={form} label="Payment">
      <form.AppField name="amount">{() => <Entered label="Amount" />}</form.AppField>
      <form.SubmitButton>Pay</form.SubmitButton>
    </AppForm>
  );
}

const amount = page.getByRole("textbox", { name: "Amount" });

it.each(["1e3", "usd 40", "12x.345", "0-1", "12.00.", "10000.00."])(
  "keeps all of %s typed over a selected amount, reports it as invalid, and accepts no part of it",
  async (typed) => {
    await show(<Entry begin="250" />);
    await amount.click();
    await userEvent.keyboard(`{Control>}a{/Control}${typed}`);
    await expect.element(amount).toHaveValue(typed);
    await expect.element(page.getByText("Use digits and one decimal point, like 1,450.00")).toBeVisible();
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

it.each([
  ["a payment", AmountField],
  ["anything else", MoneyField],
])("takes $ and commas in the amount of %s, and shows it formatted when it is left", async (_name, field) => {
  await show(<Entry begin="" field={field} />);
  await amount.click();
  await userEvent.keyboard("$1,200{Tab}");
  await expect.element(amount).toHaveValue("1,200.00");
  await expect.element(amount).toHaveAttribute("min", "0.01");
  await expect.element(amount).toHaveAttribute("step", "0.01");
  await amount.click();
  await userEvent.keyboard("{Control>}a{/Control}12.345");
  await expect.element(page.getByText("Use at most two decimals")).toBeVisible();
});

it("replaces a formatted amount that is filled in as a whole", async () => {
  await show(<Entry begin="1450.00" field={MoneyField} />);
  await amount.fill("1777");
  await expect.element(amount).toHaveValue("1777");
  await userEvent.keyboard("{Tab}");
  await expect.element(amount).toHaveValue("1,777.00");
  await userEvent.keyboard("{Shift>}{Tab}{/Shift}12");
  await expect.element(amount).toHaveValue("12");
});

it("takes an amount that ends in a decimal point when Enter is pressed in the field", async () => {
  await show(<Entry begin="" />);
  await amount.click();
  await userEvent.keyboard("12.{Enter}");
  await expect.element(page.getByText("Taken")).toBeVisible();
});
