import { expect, it, vi } from "vitest";
import { page, userEvent } from "vitest/browser";
import { type Answers, answers, inputsOf } from "../../testing/answers.ts";
import { account, adminTransaction, dispute } from "../../testing/records.ts";
import { openPage, signInAdmin } from "../../testing/render.tsx";

/** Answers for the admin shell and for the merchant filter above the list. */
const around: Answers = {
  "admin.me": () => account({ role: "admin" }),
  "admin.openDisputeCount": () => 1,
  "admin.merchantNames": () => [],
};

/** Catches the files that a page saves. */
function catchSaved(): Blob[] {
  const saved: Blob[] = [];
  vi.spyOn(URL, "createObjectURL").mockImplementation((blob) => {
    if (blob instanceof Blob) saved.push(blob);
    return "#";
  });
  vi.spyOn(HTMLAnchorElement.prototype, "click").mockImplementation(() => undefined);
  return saved;
}

/** Lines of a saved CSV file. */
const linesOf = async (file: Blob | undefined) => ((await file?.text()) ?? "").trim().split("\r\n");

it("sorts transactions by date or amount in the address, hides columns, keeps an email on one line, and exports the chosen rows", async () => {
  const saved = catchSaved();
  const evil = { ...adminTransaction().userId, firstName: "=cmd()", email: "a-name-of-some-length@hearth.test" };
  answers({
    ...around,
    "admin.transactionCounts": () => null,
    "admin.transactions": () => ({ items: [adminTransaction({ userId: evil }), adminTransaction({ _id: "pay_2" })], nextCursor: null }),
  });
  signInAdmin();
  const router = await openPage("/admin/transactions");
  await page.getByRole("button", { name: "Date" }).click();
  await expect.poll(() => router.state.location.search).toEqual({ order: "oldest" });
  await expect.poll(() => inputsOf("admin.transactions").at(-1)?.order).toBe("oldest");
  await page.getByRole("button", { name: "Amount" }).click();
  await expect.poll(() => inputsOf("admin.transactions").at(-1)?.order).toBe("largest");
  expect(page.getByText(evil.email).element().getBoundingClientRect().height).toBeLessThan(24);
  await page.getByRole("button", { name: "Columns" }).click();
  await page.getByRole("menuitemcheckbox", { name: "Merchant" }).click();
  await userEvent.keyboard("{Escape}");
  await expect.element(page.getByRole("columnheader", { name: "Merchant" })).not.toBeInTheDocument();
  await page.getByRole("checkbox", { name: /^Select transaction of =cmd/ }).click();
  await page.getByRole("button", { name: "Export selected" }).click();
  await expect.poll(() => saved.length).toBe(1);
  const [heads, ...lines] = await linesOf(saved[0]);
  expect(heads).toMatch(/^Date,Time zone,Payer,Email,Merchant,/);
  expect(lines).toEqual([expect.stringContaining(",'=cmd() Okafor,")]);
});

it("keeps the order of disputes in the address, and exports all pages in it", async () => {
  const saved = catchSaved();
  answers({
    ...around,
    "disputes.listForAdmin": ({ cursor }) =>
      cursor === undefined ? { items: [dispute()], nextCursor: "next" } : { items: [dispute({ _id: "dsp_2" })], nextCursor: null },
  });
  signInAdmin();
  await openPage("/admin/disputes?order=smallest");
  await expect.element(page.getByRole("columnheader", { name: "Amount" })).toHaveAttribute("aria-sort", "ascending");
  await page.getByRole("button", { name: "Export CSV" }).click();
  await expect.poll(() => saved.length).toBe(1);
  expect(await linesOf(saved[0])).toHaveLength(3);
  expect(inputsOf("disputes.listForAdmin").at(-1)).toMatchObject({ order: "smallest", cursor: "next" });
});
