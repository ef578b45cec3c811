import { HearthError } from "@hearth/domain/errors";
import { expect, it, vi } from "vitest";
import { page } from "vitest/browser";
import { answers, inputsOf } from "../../testing/answers.ts";
import { testFormErrors } from "../../testing/press.ts";
import { account, network, ownLease, standing } from "../../testing/records.ts";
import { openPage, show, signIn } from "../../testing/render.tsx";
import { StatementForm } from "./statement-form.tsx";

const load = vi.fn<() => Promise<never>>(() => Promise.reject(new HearthError("NOT_FOUND")));

testFormErrors({
  label: "Statement",
  open: () => {
    load.mockClear();
    return show(<StatementForm leaseId="lse_1" startDate="2026-01-01" endDate="2026-12-31" load={load} onDone={() => undefined} />);
  },
  valid: { startDate: "2026-11-01", endDate: "2026-11-30" },
  invalid: {
    "no days": { values: { startDate: "", endDate: "" }, messages: { startDate: "Enter a date", endDate: "Enter a date" } },
    "days that end before they begin": {
      values: { endDate: "2026-10-31" },
      messages: { endDate: "The end date is before the start date" },
    },
  },
  acceptedCount: () => load.mock.calls.length,
});

it("saves the statement of the chosen dates, and closes", async () => {
  const statement = { fileName: "hearth-statement.csv", mediaType: "text/csv" as const, content: btoa("Date") };
  const around = {
    "auth.me": () => account(),
    "payments.network": () => network(),
    "rent.mine": () => [ownLease()],
    "merchant.standing": () => standing(),
    "records.list": () => [],
  };
  answers({ ...around, "rent.ownLedger": () => ({ items: [], nextCursor: null }), "rent.ownStatement": () => statement });
  signIn();
  await openPage("/lease/lse_1");
  await page.getByRole("button", { name: "Statement" }).click();
  await page.getByLabelText("Start date").fill("2026-11-01");
  await page.getByLabelText("End date").fill("2026-11-30");
  await page.getByLabelText("File").selectOptions("csv");
  await page.getByRole("button", { name: "Save statement" }).click();
  await expect
    .poll(() => inputsOf("rent.ownStatement"))
    .toEqual([{ leaseId: "lse_1", startDate: "2026-11-01", endDate: "2026-11-30", format: "csv" }]);
  await expect.element(page.getByRole("dialog")).not.toBeInTheDocument();
});
