import { focusManager } from "@tanstack/react-query";
import { useState } from "react";
import { afterEach, expect, it } from "vitest";
import { page } from "vitest/browser";
import { answers, inputsOf } from "../testing/answers.ts";
import { paymentDetail } from "../testing/records.ts";
import { show, signIn } from "../testing/render.tsx";
import { type News, type Subject, useNews } from "./news.ts";

afterEach(() => focusManager.setFocused(undefined));

/** Sends one event of each kind, and stays open. */
async function* events(): AsyncGenerator<{ id: string; data: News }, never> {
  yield { id: "1", data: { unread: 3 } };
  yield { id: "2", data: { payment: paymentDetail() } };
  yield { id: "3", data: { business: { at: "noon" } } };
  return new Promise<never>(() => {});
}

/** Shows what a part of a page heard. */
function Part({ subject, read }: { subject: Subject; read: (news: News) => unknown }) {
  const [heard, setHeard] = useState<unknown>("nothing");
  useNews(subject, (news) => setHeard(read(news)));
  return <p>{`${subject}: ${String(heard)}`}</p>;
}

function Page() {
  const [hasPayment, setPayment] = useState(false);
  const [hasBell, setBell] = useState(false);
  return (
    <>
      <Part subject="unread" read={({ unread }) => unread} />
      {hasPayment && <Part subject="payment pay_1" read={({ payment }) => payment?.status} />}
      {hasPayment && <Part subject="business" read={({ business }) => business?.at} />}
      {hasBell && <Part subject="unread" read={({ unread }) => `${unread} at the bell`} />}
      <button type="button" onClick={() => setBell(true)}>
        Bell
      </button>
      <button type="button" onClick={() => setPayment(!hasPayment)}>
        Payment
      </button>
    </>
  );
}

const streams = () => inputsOf("account.watch");
const payment = page.getByRole("button", { name: "Payment" });

it("has one stream for everything that a page follows", async () => {
  signIn();
  await show(<Page />);
  await expect.poll(streams).toEqual([{ payments: [], business: false }]);
  await payment.click();
  await expect.poll(streams).toEqual([
    { payments: [], business: false },
    { payments: ["pay_1"], business: true },
  ]);
  // The open stream has everything that the page still follows.
  await payment.click();
  await payment.click();
  await expect.element(page.getByText("payment pay_1: nothing")).toBeVisible();
  expect(streams()).toHaveLength(2);
});

it("passes each event to the parts that follow its subject, and the last one to a part that comes later", async () => {
  answers({
    "account.watch": events,
  });
  signIn();
  await show(<Page />);
  await expect.element(page.getByText("unread: 3", { exact: true })).toBeVisible();
  await page.getByRole("button", { name: "Bell" }).click();
  await expect.element(page.getByText("unread: 3 at the bell", { exact: true })).toBeVisible();
  expect(streams()).toHaveLength(1);
  await payment.click();
  await expect.element(page.getByText("payment pay_1: pending", { exact: true })).toBeVisible();
  await expect.element(page.getByText("business: noon", { exact: true })).toBeVisible();
});

it("closes the stream of a hidden page, and opens it when the page is visible", async () => {
  signIn();
  await show(<Page />);
  await expect.poll(streams).toHaveLength(1);
  focusManager.setFocused(false);
  await Promise.resolve();
  focusManager.setFocused(true);
  await expect.poll(streams).toHaveLength(2);
});
