import { useState } from "react";
import { expect, it } from "vitest";
import { page, userEvent } from "vitest/browser";
import { show } from "../testing/render.tsx";
import { AmountEntry } from "./amount-entry.tsx";
import { Field } from "./field.tsx";

function Entry() {
  const [value, setValue] = useState("");
  return (
    <>
      <Field label="Amount">
        <AmountEntry value={value} onChange={setValue} />
      </Field>
      <output>{value}</output>
    </>
  );
}

it.each([
  ["1e3", "13"],
  ["12x.345", "12.34"],
  ["usd 40", "40"],
])("shows of what is typed only what it takes: %s", async (typed, taken) => {
  await show(<Entry />);
  const field = page.getByRole("textbox", { name: "Amount" });
  await field.click();
  await userEvent.keyboard(typed);
  await expect.element(page.getByRole("status")).toHaveTextContent(taken);
  await expect.element(field).toHaveValue(taken);
});
