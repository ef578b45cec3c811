import { expect, it, vi } from "vitest";
import { page } from "vitest/browser";
import { createBrowserStore } from "../../lib/browser-store.ts";
import { createNewVersion } from "../../lib/new-version.ts";
import { useNothingSent } from "../../lib/offline.ts";
import { trpc } from "../../lib/trpc.ts";
import { createUnansweredWrites, type UnansweredWrites } from "../../lib/unanswered-writes.ts";
import { answers, inputsOf } from "../../testing/answers.ts";
import { account, listedMerchant, network, ownLease, standing, walletStatus } from "../../testing/records.ts";
import { onPhone, openPage, show, signIn } from "../../testing/render.tsx";
import { PageBars } from "./page-bars.tsx";

const nothingPaid = page.getByText("You're offline. Nothing has been paid.");
const unknown = page.getByText("You're offline. We'll show what happened when you're back.");
const offer = page.getByText("A new version of Hearth is ready.");

/** Sets whether the browser has a network. */
function setOnline(isOnline: boolean): void {
  vi.spyOn(navigator, "onLine", "get").mockReturnValue(isOnline);
  window.dispatchEvent(new Event(isOnline ? "online" : "offline"));
}

function PaymentForm({ writes }: { writes: UnansweredWrites }) {
  useNothingSent(true);
  return (
    <>
      <p>December rent</p>
      <PageBars writes={writes} />
    </>
  );
}

/** Storage in memory, of one test alone: writes of other tests without an answer stay in that of the window. */
const ownStore = () =>
  createBrowserStore(() => {
    throw new Error("Storage is blocked.");
  });
const ownWrites = (store = ownStore()) => createUnansweredWrites(store);
const begin = (writes: UnansweredWrites, amount: string) => writes.begin("usr_1", "payments.createCheckout", { amount });

it("says offline that nothing has been paid, only where nothing was sent", async () => {
  const writes = ownWrites();
  await show(<PaymentForm writes={writes} />);
  await expect.element(page.getByText("December rent")).toBeVisible();
  await expect.element(nothingPaid).not.toBeInTheDocument();
  setOnline(false);
  await expect.element(nothingPaid).toBeVisible();
  const write = await begin(writes, "58.40");
  await expect.element(unknown).toBeVisible();
  write.lose();
  await expect.element(nothingPaid).not.toBeInTheDocument();
  write.settle();
  await expect.element(nothingPaid).toBeVisible();
  setOnline(true);
  await expect.element(nothingPaid).not.toBeInTheDocument();
});

it("does not say after a reload that nothing has been paid, while a payment sent before it has no answer", async () => {
  const store = ownStore();
  (await begin(ownWrites(store), "58.40")).lose();
  await show(<PaymentForm writes={ownWrites(store)} />);
  setOnline(false);
  await expect.element(unknown).toBeVisible();
  setOnline(true);
  await expect.element(unknown).not.toBeInTheDocument();
});

it("does not say on other pages that nothing has been paid, and asks for their data again when the network is back", async () => {
  answers({ "admin.openDisputeCount": () => 7 });
  await show(<Disputes />);
  await expect.element(page.getByText("7 disputes")).toBeVisible();
  setOnline(false);
  await expect.element(unknown).toBeVisible();
  answers({ "admin.openDisputeCount": () => 8 });
  setOnline(true);
  await expect.element(page.getByText("8 disputes")).toBeVisible();
  expect(inputsOf("admin.openDisputeCount")).toHaveLength(2);
});

it.each(["/setup-one-time", "/statements"])("covers nothing of the bar at the lower edge of a phone on %s", async (path) => {
  answers({
    "auth.me": () => account(),
    "payments.network": () => network(),
    "rent.mine": () => [ownLease()],
    "merchant.standing": () => standing(),
    "merchant.listAll": () => ({ items: [listedMerchant()], nextCursor: null }),
    "autopay.mine": () => [],
    "wallet.status": () => walletStatus({ walletAddress: null }),
    "payments.list": () => ({ items: [], nextCursor: null }),
  });
  await onPhone();
  signIn();
  await openPage(path);
  await expect.element(page.getByRole("heading", { level: 1 })).toBeVisible();
  setOnline(false);
  const bar = page.getByText(/^You're offline/);
  await expect.element(bar).toBeVisible();
  const atEdge = [...document.querySelectorAll("[data-paybar], [data-bottombar]")].map((part) => part.getBoundingClientRect());
  const top = Math.min(...atEdge.filter(({ height }) => height > 0).map((part) => part.top));
  expect(bar.element().getBoundingClientRect().bottom).toBeLessThanOrEqual(top);
});

function Disputes() {
  const { data } = trpc.admin.openDisputeCount.useQuery();
  return (
    <>
      <p>{data} disputes</p>
      <PageBars />
    </>
  );
}

it("offers to reload when a new version is ready, but not while a write is under way", async () => {
  const version = createNewVersion(() => "one");
  const writes = ownWrites();
  await show(<PageBars version={version} writes={writes} />);
  const write = await begin(writes, "61.20");
  version.notice({ headers: new Headers({ "hearth-build": "two" }) });
  await expect.element(offer).not.toBeInTheDocument();
  write.settle();
  await expect.element(offer).toBeVisible();
  await expect.element(page.getByRole("button", { name: "Reload" })).toBeVisible();
});
