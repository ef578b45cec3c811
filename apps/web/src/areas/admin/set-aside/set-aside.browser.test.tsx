import { limits } from "@hearth/domain/limits";
import { HearthError } from "@hearth/domain/errors";
import { describe, expect, it } from "vitest";
import { page } from "vitest/browser";
import { axeViolations } from "../../../testing/accessible.ts";
import { type Answers, answers, inputsOf, never } from "../../../testing/answers.ts";
import { expectFits } from "../../../testing/fits.ts";
import { longWord } from "../../../testing/list-states.ts";
import { account } from "../../../testing/records.ts";
import { onPhone, openPage, signInAdmin } from "../../../testing/render.tsx";

const around: Answers = {
  "admin.me": () => account({ role: "admin" }),
  "admin.openDisputeCount": () => 0,
};

const item = {
  list: "late-fees" as const,
  name: "lse_1",
  problem: "The late fees of a lease cannot be charged",
  merchantId: "mer_1",
  error: "PostgresError: time zone is not known",
  tries: 3,
  nextTryAt: "2026-11-20T09:10:00.000Z",
  firstFailedAt: "2026-11-20T09:00:00.000Z",
  lastFailedAt: "2026-11-20T09:06:00.000Z",
};
const mailItem = {
  ...item,
  list: "send-mail" as const,
  name: "mai_1",
  problem: "An email cannot be tried",
  merchantId: null,
  error: "Error: refused",
  tries: 1,
};

const table = page.getByRole("table", { name: "Items set aside" });
const main = page.getByRole("main");
const retry = (name: string) => page.getByRole("button", { name: `Try again: ${name}` });

async function open(list: Answers["operations.setAside"], more: Answers = {}, path = "/admin/set-aside") {
  answers({ ...around, ...(list && { "operations.setAside": list }), ...more });
  signInAdmin();
  await openPage(path);
}

describe("items set aside by jobs", () => {
  it("show a loading state", async () => {
    await open(never);
    await expect.element(main.getByRole("status").filter({ hasText: "Loading" })).toBeInTheDocument();
    await expect.element(page.getByText("No item is set aside.")).not.toBeInTheDocument();
  });

  it("show an error, and load on a retry", async () => {
    await open(() => {
      throw new HearthError("RATE_LIMITED");
    });
    await expect.element(main.getByText("Failed to load the items")).toBeVisible();
    expect(await axeViolations()).toEqual([]);
    answers({ "operations.setAside": () => [item] });
    await page.getByRole("button", { name: "Try again" }).click();
    await expect.element(table).toBeVisible();
  });

  it("show that there are none", async () => {
    await open(() => []);
    await expect.element(page.getByText("No item is set aside.")).toBeVisible();
    await expect.element(table).not.toBeInTheDocument();
    expect(await axeViolations()).toEqual([]);
  });

  it.each(["desktop", "phone"])("show problem, item, error and next retry on a %s", async (screen) => {
    if (screen === "phone") await onPhone();
    await open(() => [item, mailItem]);
    for (const text of [item.problem, "lse_1", item.error, "Failed 3 times", "Failed once", "Next try"])
      await expect.element(table.getByText(text, { exact: false }).first()).toBeVisible();
    await expect.element(table.getByRole("link", { name: "this business" })).toHaveAttribute("href", "/admin/merchants/mer_1");
    await expect.element(page.getByText("2 items")).toBeVisible();
    expect(await axeViolations()).toEqual([]);
  });

  it("fit into any window width with the longest values", async () => {
    await open(() => [{ ...item, name: longWord(200), error: longWord(1_000), tries: 9_999_999 }, mailItem]);
    await expect.element(table).toBeVisible();
    await expectFits(table);
  });

  it("can be filtered by problem, and shown in full again", async () => {
    await open(() => [item], {}, "/admin/set-aside?list=late-fees");
    await expect.element(table).toBeVisible();
    answers({ "operations.setAside": () => [] });
    await page.getByLabelText("Problem").selectOptions("send-mail");
    await expect.element(page.getByText("No item with this problem is set aside.")).toBeVisible();
    answers({ "operations.setAside": () => [item, mailItem] });
    await page.getByRole("button", { name: /clear/i }).click();
    await expect.element(page.getByText("2 items")).toBeVisible();
    expect(inputsOf("operations.setAside").map(({ list }) => list)).toEqual(["late-fees", "send-mail", undefined]);
    for (const { limit } of inputsOf("operations.setAside")) expect(limit).toBe(limits.listDefault);
  });

  it("show that there are more than listed", async () => {
    await open(() => Array.from({ length: limits.listDefault }, (_, place) => ({ ...mailItem, name: `mai_${place}` })));
    await expect.element(page.getByText("The oldest 100 items")).toBeVisible();
  });

  it("can be retried, also a second time, with a message about what happens next", async () => {
    await open(() => [item, mailItem], {
      "operations.retrySetAside": () => ({ message: "lse_1 is tried again with the next run of its job" }),
    });
    await retry("lse_1").click();
    await expect.element(page.getByText("lse_1 is tried again with the next run of its job").first()).toBeVisible();
    await retry("lse_1").click();
    await expect
      .poll(() => inputsOf("operations.retrySetAside"))
      .toEqual([
        { list: "late-fees", name: "lse_1" },
        { list: "late-fees", name: "lse_1" },
      ]);
  });

  it("are refreshed if one cannot be retried, with the reason", async () => {
    let items = [item];
    await open(() => items, {
      "operations.retrySetAside": () => {
        items = [];
        throw new HearthError("CONFLICT", { message: "Nothing of this name is set aside in this list" });
      },
    });
    await retry("lse_1").click();
    await expect.element(page.getByText("Nothing of this name is set aside in this list").first()).toBeVisible();
    await expect.element(page.getByText("No item is set aside.")).toBeVisible();
  });

  it("have no actions for a read-only administrator", async () => {
    await open(() => [item], { "admin.me": () => account({ role: "admin", isReadOnly: true }) });
    await expect.element(table).toBeVisible();
    await expect.element(retry("lse_1")).not.toBeInTheDocument();
  });

  it("are one click away from their alarm", async () => {
    const alarm = {
      _id: "alm_1",
      key: "set-aside-late-fees-lse_1",
      message: item.problem,
      advice: "Everything else continues.",
      raisedAt: "2026-11-20T09:00:00.000Z",
      clearedAt: null,
      acknowledged: null,
      silencedUntil: null,
    };
    await open(() => [item], { "admin.alarms": () => ({ items: [alarm], nextCursor: null }) }, "/admin/alarms");
    await page.getByRole("link", { name: "Open what is set aside" }).click();
    await expect.element(table).toBeVisible();
  });
});
