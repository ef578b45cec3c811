import { expect, it } from "vitest";
import { page } from "vitest/browser";
import { keepScrollPlaces } from "./lib/scroll-place.ts";
import { answers } from "./testing/answers.ts";
import { account, adminUser, network } from "./testing/records.ts";
import { openPage, signInAdmin } from "./testing/render.tsx";

const user = (number: number) => adminUser({ _id: `usr_${number}`, firstName: "Person", lastName: String(number) });
const pageOf = (from: number) => Array.from({ length: 50 }, (_, index) => user(from + index));
const link = (number: number) => page.getByRole("link", { name: `View Person ${number}`, exact: true });

it("keeps the rows of a list and the place in it on the way to an entry and back, and opens the entry at its top", async () => {
  answers({
    "admin.me": () => account({ role: "admin" }),
    "admin.openDisputeCount": () => 0,
    "payments.network": () => network(),
    "admin.users": ({ cursor }) =>
      cursor === undefined ? { items: pageOf(100), nextCursor: "second" } : { items: pageOf(200), nextCursor: null },
    "admin.user": () => user(220),
    "admin.transactions": () => ({ items: [], nextCursor: null }),
    "admin.transactionCounts": () => null,
  });
  signInAdmin();
  const router = await openPage("/admin/users");
  keepScrollPlaces(router);
  await page.getByRole("button", { name: "Load more" }).click();
  await expect.element(link(220)).toBeInTheDocument();
  link(220).element().scrollIntoView({ block: "center" });
  const place = window.scrollY;
  expect(place).toBeGreaterThan(1_000);
  await link(220).click();
  await expect.element(page.getByRole("heading", { name: "Person 220" })).toBeVisible();
  expect(window.scrollY).toBe(0);
  router.history.back();
  await expect.element(link(220)).toBeInViewport();
  expect(window.scrollY).toBe(place);
  router.history.forward();
  await expect.element(page.getByRole("heading", { name: "Person 220" })).toBeVisible();
  expect(window.scrollY).toBe(0);
});
