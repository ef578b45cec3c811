import { HearthError } from "@hearth/domain/errors";
import { expect, it } from "vitest";
import { page } from "vitest/browser";
import { type Answers, answers, inputsOf, keysOf } from "../../../testing/answers.ts";
import { account, merchantStats, network } from "../../../testing/records.ts";
import { openPage, signIn } from "../../../testing/render.tsx";

const around: Answers = {
  "auth.me": () => account({ role: "merchant" }),
  "merchant.stats": () => merchantStats(),
  "payments.network": () => network(),
};
const csv = "Property,Unit,Kind,Description,Amount,Due\r\nJuniper Court,4B,Utility,Water,31.20,2026-12-01";
const preview = {
  line: 2,
  leaseId: "lse_1",
  property: "Juniper Court",
  unit: "4B",
  tenants: ["Maya Okafor"],
  kind: "utility" as const,
  description: "Water",
  amount: 31.2,
  dueOn: "2026-12-01",
};
const whole = { charges: 1, leases: 1, total: 31.2, shown: [preview], problems: [] };
const charge = page.getByRole("button", { name: "Charge 1 charge" });

async function open(more: Answers): Promise<void> {
  answers({ ...around, ...more });
  signIn({ role: "merchant" });
  await openPage("/merchant/charges");
}

/** Drops a file on the page. */
async function drop(content: string): Promise<void> {
  const place = page.getByRole("button", { name: /Add files/ });
  await expect.element(place).toBeEnabled();
  const given = new DataTransfer();
  given.items.add(new File([content], "november.csv"));
  place.element().dispatchEvent(new DragEvent("drop", { bubbles: true, cancelable: true, dataTransfer: given }));
}

it("shows what a file charges, and charges it once on a double click", async () => {
  let finish: () => void = () => undefined;
  const added = new Promise<{ charges: number; leases: number; total: number }>((resolve) => {
    finish = () => resolve({ charges: 1, leases: 1, total: 31.2 });
  });
  await open({ "rent.checkCharges": () => whole, "rent.addCharges": () => added });
  await drop(csv);
  await expect.element(page.getByRole("table", { name: "Charges" }).getByText("Juniper Court 4B")).toBeVisible();
  expect(inputsOf("rent.checkCharges")).toEqual([{ csv }]);
  const button = charge.element();
  await charge.click();
  button.dispatchEvent(new MouseEvent("click", { bubbles: true }));
  finish();
  await expect.element(page.getByText("1 charge on 1 lease")).toBeVisible();
  await expect.element(charge).not.toBeInTheDocument();
  expect(inputsOf("rent.addCharges")).toMatchObject([{ csv }]);
});

it("names every invalid row, and offers no charge until the corrected file is chosen", async () => {
  const problems = [
    { line: 3, column: "Amount" as const, message: "Enter an amount, like $1,450" },
    { line: 7, column: "Due" as const, message: "No one rents this unit on this day" },
  ];
  await open({ "rent.checkCharges": (input) => (input.csv === csv ? whole : { ...whole, problems }) });
  await drop(`${csv}\r\nJuniper Court`);
  const table = page.getByRole("table", { name: "Rows to fix" });
  await expect.element(table.getByText("Line 3")).toBeVisible();
  await expect.element(table.getByText("No one rents this unit on this day")).toBeVisible();
  await expect.element(charge).not.toBeInTheDocument();
  await drop(csv);
  await expect.element(charge).toBeVisible();
  await expect.element(table).not.toBeInTheDocument();
});

it("rejects other files and large files, and keeps the key of a charge whose response was lost", async () => {
  let tries = 0;
  await open({
    "rent.checkCharges": (input) => {
      if (input.csv === "nothing") throw new HearthError("VALIDATION", { message: "The first line must name the columns. Missing: Due" });
      return whole;
    },
    "rent.addCharges": () => {
      tries += 1;
      if (tries === 1) throw new HearthError("INTERNAL");
      return { charges: 1, leases: 1, total: 31.2 };
    },
  });
  await drop("");
  await expect.element(page.getByText("This file is empty")).toBeVisible();
  await drop("x".repeat(1_000_001));
  await expect.element(page.getByText("This file is too large. Split it into smaller files.")).toBeVisible();
  await drop("nothing");
  await expect.element(page.getByText("The first line must name the columns. Missing: Due")).toBeVisible();
  await drop(csv);
  await charge.click();
  await expect.poll(() => inputsOf("rent.addCharges").length).toBe(1);
  await expect.element(charge).toBeEnabled();
  await charge.click();
  await expect.element(page.getByText("1 charge on 1 lease")).toBeVisible();
  const [first, second] = keysOf("rent.addCharges");
  expect(first).toBe(second);
});

it("offers a viewer no file upload", async () => {
  await open({ "auth.me": () => account({ role: "merchant", staffRole: "viewer" }) });
  await expect.element(page.getByText(/^Your role at this business does not include this/)).toBeVisible();
  await expect.element(page.getByRole("button", { name: /Add files/ })).not.toBeInTheDocument();
});
