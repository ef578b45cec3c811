import { expect, it } from "vitest";
import { page } from "vitest/browser";
import { answers, inputsOf } from "../../../testing/answers.ts";
import { testFormErrors } from "../../../testing/press.ts";
import { account, network, ownLease, standing } from "../../../testing/records.ts";
import { rentRecord } from "../../../testing/signed-record.ts";
import { openPage, show, signIn } from "../../../testing/render.tsx";
import { refuse } from "../../../testing/taken.ts";
import { RecordForm } from "./record-form.tsx";

testFormErrors({
  label: "Rent record",
  open: () => {
    answers({ "records.create": refuse });
    return show(<RecordForm leaseId="lse_1" startDate="2026-01-01" endDate="2026-12-31" onDone={() => undefined} />);
  },
  valid: { startDate: "2026-02-01", endDate: "2026-12-31" },
  invalid: {
    "no days": { values: { startDate: "", endDate: "" }, messages: { startDate: "Enter a date", endDate: "Enter a date" } },
    "days that end before they begin": {
      values: { endDate: "2025-10-31" },
      messages: { endDate: "The end date is before the start date" },
    },
  },
  acceptedCount: () => inputsOf("records.create").length,
});

it("creates a record, lists its link, saves it as a PDF, and withdraws it after a confirmation", async () => {
  const made: ReturnType<typeof rentRecord>[] = [];
  answers({
    "auth.me": () => account(),
    "payments.network": () => network(),
    "rent.mine": () => [ownLease()],
    "merchant.standing": () => standing(),
    "rent.ownLedger": () => ({ items: [], nextCursor: null }),
    "records.list": () => [...made],
    "records.create": () => {
      made.push(rentRecord());
      return rentRecord();
    },
    "records.file": () => ({ fileName: "hearth-rent-record.pdf", mediaType: "application/pdf" as const, content: btoa("%PDF-1.3") }),
    "records.withdraw": () => {
      made.pop();
      return { _id: "rrc_1" };
    },
  });
  signIn();
  await openPage("/lease/lse_1");
  await expect.element(page.getByText("Show a new landlord or a bank", { exact: false })).toBeVisible();
  await page.getByRole("button", { name: "New rent record" }).click();
  await page.getByLabelText("Show my name").click();
  await page.getByRole("button", { name: "Create rent record" }).click();
  const link = page.getByRole("link", { name: "Jan 1, 2026 to Dec 31, 2026" });
  await expect.element(link).toHaveAttribute("href", rentRecord().url);
  expect(inputsOf("records.create")).toMatchObject([{ leaseId: "lse_1", showTenant: false, showLandlord: true, showPlace: false }]);
  await page.getByRole("button", { name: "PDF" }).click();
  await expect.poll(() => inputsOf("records.file")).toEqual([{ recordId: "rrc_1" }]);
  await page.getByRole("button", { name: "Turn off link" }).click();
  expect(inputsOf("records.withdraw")).toEqual([]);
  await page.getByRole("button", { name: "Turn off link" }).click();
  await expect.poll(() => inputsOf("records.withdraw")).toMatchObject([{ recordId: "rrc_1" }]);
  await expect.element(link).not.toBeInTheDocument();
});
