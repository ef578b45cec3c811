import { publicId } from "@hearth/domain/ids";
import { deepEqual } from "node:assert/strict";
import type { Call } from "./load.ts";
import { makeCall } from "./statements.ts";
import type { World } from "./world.ts";

/** A kind of work to measure. */
export interface Work {
  name: string;
  calls: Call[];
  /** Target share of the floor's speed; null if there is no floor, because the answer consists of figures or uses filters. */
  shareToReach: number | null;
  /** True if it writes, so that its answers always differ. */
  isWrite?: true;
}

const oneShare = 0.5;
const listShare = 0.6;

let opened = 0;
/** Returns an amount that no checkout of the payer has yet: from 1.00 to 9,999.99. */
function freshAmount(): number {
  opened += 1;
  return (100 + ((opened * 7_919) % 999_900)) / 100;
}

const input = (value: object) => `input=${encodeURIComponent(JSON.stringify(value))}`;

/** Every kind of work, by the people of a world. Each call of a list is another person's. */
export function worksOf({ payers, landlord, admin, deepInPayments }: World): Work[] {
  const get = (path: string, token: string | null): Call => ({ method: "GET", path, token });
  const byPayer = (path: (payer: World["payers"][number]) => string) => payers.map((payer) => get(path(payer), payer.token));
  return [
    { name: "who is signed in", calls: byPayer(() => "/api/auth/me"), shareToReach: oneShare },
    { name: "who is signed in, typed", calls: byPayer(() => "/trpc/auth.me"), shareToReach: oneShare },
    { name: "status of a payment", calls: byPayer(({ open }) => `/api/payments/status/${open.paymentId}`), shareToReach: oneShare },
    {
      name: "status of a payment, typed",
      calls: byPayer(({ open }) => `/trpc/payments.status?${input({ paymentId: open.paymentId })}`),
      shareToReach: oneShare,
    },
    {
      name: "details of a payment, typed",
      calls: byPayer(({ completed }) => `/trpc/payments.get?${input({ paymentId: publicId("payment", completed) })}`),
      shareToReach: oneShare,
    },
    {
      name: "a checkout, typed",
      calls: payers.map(({ open }) => get(`/trpc/payments.checkout?${input({ reference: open.reference })}`, null)),
      shareToReach: oneShare,
    },
    { name: "a payer's payments", calls: byPayer(() => "/api/payments/user"), shareToReach: listShare },
    {
      name: "a payer's payments, typed",
      calls: byPayer(() => `/trpc/payments.list?${input({ limit: 100 })}`),
      shareToReach: listShare,
    },
    { name: "a payer's newest 20, typed", calls: byPayer(() => `/trpc/payments.list?${input({ limit: 20 })}`), shareToReach: listShare },
    {
      name: "a landlord's payments",
      calls: [get("/api/merchant-dashboard/transactions?limit=50", landlord)],
      shareToReach: listShare,
    },
    {
      name: "a landlord's payments, typed",
      calls: [get(`/trpc/merchant.transactions?${input({ limit: 50 })}`, landlord)],
      shareToReach: listShare,
    },
    { name: "everybody's payments", calls: [get("/api/admin/transactions?limit=50", admin)], shareToReach: listShare },
    {
      name: "everybody's payments, typed",
      calls: [get(`/trpc/admin.transactions?${input({ limit: 50 })}`, admin)],
      shareToReach: listShare,
    },
    { name: "everybody's disputes", calls: [get("/api/admin/disputes?limit=50", admin)], shareToReach: listShare },
    {
      name: "a landlord's failed payments",
      calls: [get("/api/merchant-dashboard/transactions?limit=50&status=failed", landlord)],
      shareToReach: null,
    },
    {
      name: "a landlord's payments, far back",
      calls: [get(`/api/merchant-dashboard/transactions?limit=50&cursor=${encodeURIComponent(deepInPayments)}`, landlord)],
      shareToReach: null,
    },
    { name: "a landlord's figures", calls: [get("/api/merchant-dashboard/stats", landlord)], shareToReach: null },
    { name: "the administrators' dashboard", calls: [get("/api/admin/dashboard", admin)], shareToReach: null },
    {
      name: "a payer looked for by email",
      calls: [get("/api/admin/transactions?limit=50&search=payer.17@example", admin)],
      shareToReach: null,
    },
    {
      name: "a landlord looked for by name",
      calls: [get(`/api/admin/transactions?limit=50&search=${encodeURIComponent("Maple Court 0")}`, admin)],
      shareToReach: null,
    },
    {
      name: "everybody's payments, far back",
      calls: [get(`/api/admin/transactions?limit=50&cursor=${encodeURIComponent(deepInPayments)}`, admin)],
      shareToReach: null,
    },
    {
      name: "opening a checkout",
      calls: payers.map(({ token }) => ({
        method: "POST" as const,
        path: "/api/payments/create-checkout",
        token,
        body: () => ({ amount: freshAmount() }),
      })),
      shareToReach: oneShare,
      isWrite: true,
    },
  ];
}

/** @throws if a comparison server's answer differs from the product's in anything but its time. */
export async function requireSameAnswers(works: Work[], product: string, others: string[]): Promise<void> {
  for (const { name, calls, shareToReach, isWrite } of works) {
    if (shareToReach === null || isWrite) continue;
    for (const call of calls) {
      const expected = timeless(await makeCall(product, call));
      for (const other of others) {
        deepEqual(timeless(await makeCall(other, call)), expected, `The answers to "${name}" differ`);
      }
    }
  }
}

function timeless(answer: unknown): unknown {
  const text = JSON.stringify(answer, (key, value: unknown) => (key === "serverTime" ? null : value));
  return JSON.parse(text);
}
