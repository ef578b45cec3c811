import { expect, it } from "vitest";
import { page } from "vitest/browser";
import { showPageShapes } from "./kit/shell/page-shape.tsx";
import { keepScrollPlaces } from "./lib/scroll-place.ts";
import { answers } from "./testing/answers.ts";
import { account, adminUser, network } from "./testing/records.ts";
import { openPage, signInAdmin } from "./testing/render.tsx";

const user = (number: number) => adminUser({ _id: `usr_${number}`, firstName: "Person", lastName: String(number) });
const pageOf = (from: number) => Array.from({ length: 50 }, (_, index) => user(from + index));
const link = (number: number) => page.getByRole("link", { name: `View Person ${number}`, exact: true });

/** Opens a long list, and scrolls to the middle of it. Returns the router and the position. */
async function openList() {
  answers({
    "admin.me": () => account({ role: "admin" }),
    "admin.openDisputeCount": () => 0,
    "payments.network": () => network(),
    "admin.users": ({ cursor }) =>
      cursor === undefined ? { items: pageOf(100), nextCursor: "second" } : { items: pageOf(200), nextCursor: null },
    "admin.user": () => user(220),
    "admin.transactions": () => ({ items: [], nextCursor: null }),
    "admin.transactionCounts": () => null,
    "admin.merchants": () => ({ items: [], nextCursor: null }),
  });
  signInAdmin();
  const router = await openPage("/admin/users");
  keepScrollPlaces(router);
  showPageShapes(router);
  await page.getByRole("button", { name: "Load more" }).click();
  await expect.element(link(220)).toBeInTheDocument();
  link(220).element().scrollIntoView({ block: "center" });
  const place = window.scrollY;
  expect(place).toBeGreaterThan(1_000);
  return { router, place };
}

it("keeps the rows of a list and the place in it on the way to an entry and back, and opens the entry at its top", async () => {
  const { router, place } = await openList();
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

it("marks the next page and shows its shape while its code is on its way, and keeps the place of who goes back before it comes", async () => {
  const { router, place } = await openList();
  const { promise: arrival, resolve: arrive } = Promise.withResolvers<void>();
  // Stands for its code: another test of the run may have loaded that.
  const { options } = router.routesById["/admin/_area/merchants/"];
  options.loader = () => arrival;
  try {
    const merchants = page.getByRole("navigation", { name: "Main", exact: true }).getByRole("link", { name: "Merchants" });
    await merchants.click();
    await expect.element(merchants).toHaveAttribute("aria-current", "page");
    await expect.element(page.getByText("Loading the page")).toBeInTheDocument();
    await expect.element(link(220)).not.toBeInTheDocument();
    router.history.back();
    await expect.element(link(220)).toBeInViewport();
    expect(window.scrollY).toBe(place);
    await merchants.click();
    await expect.element(page.getByText("Loading the page")).toBeInTheDocument();
    arrive();
    await expect.element(page.getByRole("heading", { name: "Merchants", level: 1 })).toBeVisible();
    router.history.back();
    await expect.element(link(220)).toBeInViewport();
    expect(window.scrollY).toBe(place);
  } finally {
    arrive(); // Otherwise a failure would leave the page loading
    delete options.loader;
  }
});
