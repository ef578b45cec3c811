import { expect, it } from "vitest";
import { page } from "vitest/browser";
import { answers, inputsOf, never } from "../../testing/answers.ts";
import { account, network, paymentDetail } from "../../testing/records.ts";
import { openPage, show, signIn } from "../../testing/render.tsx";
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

const completed = paymentDetail({ status: "completed", displayStatus: "completed", serverTime: "2026-03-02T12:00:05.000Z" });
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
