import { expect, it } from "vitest";
import { page } from "vitest/browser";
import { answers, inputsOf, never } from "../../testing/answers.ts";
import { account, network, paymentDetail } from "../../testing/records.ts";
import { onPhone, openPage, show, signIn } from "../../testing/render.tsx";
import { queryClient } from "../../lib/query-client.ts";
import { trpc } from "../../lib/trpc.ts";
import { useLivePayment } from "./use-live-payment.ts";

function Status() {
  const { payment } = useLivePayment("pay_1");
  const utils = trpc.useUtils();
  return (
    <>
      <p>{payment.data?.status ?? "unknown"}</p>
      <p>{payment.isFetching ? "asking" : "answered"}</p>
      <button type="button" onClick={() => utils.payments.get.setData({ paymentId: "pay_1" }, completed)}>
        Event
      </button>
      <button type="button" onClick={() => void payment.refetch()}>
        Ask
      </button>
    </>
  );
}

const completed = paymentDetail({
  status: "completed",
  displayStatus: "completed",
  serverTime: "2026-03-02T12:00:05.000Z",
});
const older = paymentDetail({ serverTime: "2026-03-02T12:00:04.000Z" });

it("keeps a newer event when an older answer arrives after it", async () => {
  const slow = Promise.withResolvers<void>();
  let asked = 0;
  answers({
    "payments.get": async () => {
      asked += 1;
      if (asked > 1) await slow.promise;
      return older;
    },
    "payments.status": () => ({ status: "pending", transactionHash: null, serverTime: older.serverTime, expiresAt: older.expiresAt }),
  });
  await show(<Status />);
  await expect.element(page.getByText("pending", { exact: true })).toBeVisible();
  await page.getByRole("button", { name: "Ask" }).click();
  await expect.poll(() => inputsOf("payments.get")).toHaveLength(2);
  await page.getByRole("button", { name: "Event" }).click();
  await expect.element(page.getByText("completed", { exact: true })).toBeVisible();
  slow.resolve();
  await page.getByRole("button", { name: "Ask" }).click();
  await expect.poll(() => inputsOf("payments.get").length).toBeGreaterThan(2);
  await expect.element(page.getByText("answered", { exact: true })).toBeVisible();
  await expect.element(page.getByText("completed", { exact: true })).toBeVisible();
});

it.each([
  ["the lease that it was for", "lse_1", "/lease/lse_1"],
  ["the payment page", null, "/payment"],
])("asks once before it cancels, and returns to %s", async (_name, leaseId, path) => {
  const pending = paymentDetail({ leaseId, expiresAt: new Date(Date.now() + 600_000).toISOString(), serverTime: new Date().toISOString() });
  answers({
    "auth.me": () => account(),
    "payments.network": () => network(),
    "payments.get": () => pending,
    "payments.status": () => ({ status: "pending", transactionHash: null, serverTime: pending.serverTime, expiresAt: pending.expiresAt }),
    "payments.cancel": () => ({ ...pending, status: "cancelled", displayStatus: "cancelled" }),
    "rent.mine": never,
    "rent.ownLedger": never,
    "merchant.listAll": never,
    "wallet.status": never,
    "autopay.mine": never,
    "payments.claims": () => [],
  });
  signIn();
  const router = await openPage("/payment-pending?payment=pay_1");
  const cancel = page.getByRole("button", { name: "Cancel", exact: true });
  await cancel.click();
  const question = page.getByRole("dialog", { name: "Cancel this payment?" });
  await question.getByRole("button", { name: "Keep paying" }).click();
  await expect.element(question).not.toBeInTheDocument();
  expect(inputsOf("payments.cancel")).toEqual([]);
  await cancel.click();
  await question.getByRole("button", { name: "Cancel payment" }).click();
  await expect.poll(() => router.state.location.pathname).toBe(path);
});

it.each(["desktop", "phone"])("moves nothing on a %s while a payment goes from waiting to completed", async (screen) => {
  if (screen === "phone") await onPhone();
  const times = { expiresAt: new Date(Date.now() + 600_000).toISOString(), checkoutURL: "http://localhost/checkout/abc" };
  const at = new Date().toISOString();
  const events = (...types: ("authorizationReceived" | "relaySent" | "seen" | "completed")[]) =>
    (["created", ...types] as const).map((type) => ({ type, at, note: null }));
  const txHash = `0x${"3b".repeat(32)}` as const;
  const transfer = {
    txHash,
    explorerUrl: null,
    verdict: "matched" as const,
    usdc: "900.00",
    from: `0x${"5c".repeat(20)}`,
    confirmations: 1,
    needed: 2,
    seenAt: at,
    sentBack: null,
  };
  const states = [
    ["Waiting for your payment", { timeline: events() }],
    ["Sending your payment", { timeline: events("authorizationReceived") }],
    ["Your payment has been sent", { timeline: events("authorizationReceived", "relaySent") }],
    ["Your transfer has been seen", { timeline: events("authorizationReceived", "relaySent", "seen"), transfer }],
    [
      "Payment completed",
      {
        timeline: events("authorizationReceived", "relaySent", "seen", "completed"),
        status: "completed",
        displayStatus: "completed",
        transactionHash: txHash,
        transfer: { ...transfer, confirmations: 2 },
      },
    ],
  ] as const;
  let newest = paymentDetail({ ...times, serverTime: at, timeline: events() });
  answers({
    "auth.me": () => account(),
    "payments.network": () => network(),
    "payments.get": () => newest,
    "payments.status": never,
    "payments.checkout": never,
    "payments.claims": () => [],
  });
  signIn();
  await openPage("/payment-pending?payment=pay_1");
  const moved: string[] = [];
  const observer = new PerformanceObserver((list) => {
    for (const shift of list.getEntries()) moved.push(describeShift(shift));
  });
  await expect.element(page.getByText("Waiting for your payment")).toBeVisible();
  await document.fonts.ready; // another font has letters of other widths
  observer.observe({ type: "layout-shift" });
  try {
    for (const [index, [title, change]] of states.entries()) {
      newest = paymentDetail({ ...times, serverTime: new Date(Date.now() + index * 1_000).toISOString(), ...change });
      void queryClient.invalidateQueries();
      await expect.element(page.getByText(title)).toBeVisible();
      await new Promise((painted) => requestAnimationFrame(() => requestAnimationFrame(painted)));
    }
  } finally {
    observer.disconnect();
  }
  expect(moved).toEqual([]);
});

/** Names the elements of a layout shift, with their places before and after. */
function describeShift(shift: PerformanceEntry): string {
  const sources: { node?: Node; previousRect: DOMRect; currentRect: DOMRect }[] = "sources" in shift ? Object(shift.sources) : [];
  return sources.map(({ node, previousRect, currentRect }) => `${node?.textContent}: ${previousRect.top} to ${currentRect.top}`).join("; ");
}
