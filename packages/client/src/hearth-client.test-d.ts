import type { ErrorCode } from "@hearth/domain/errors";
import { expectTypeOf, test } from "vitest";
import { type ApiFailure, readApiFailure } from "./api-failure.ts";
import type { HearthClient, Inputs, Outputs } from "./hearth-client.ts";

type PaymentStatus = "pending" | "completed" | "failed" | "cancelled";
type DisputeStatus = "open" | "closed" | "resolved" | "escalated";
type AccountStatus = "active" | "inactive" | "suspended";

test("a page of payments has items and a cursor, with amounts as numbers and times as text", () => {
  expectTypeOf<Outputs["payments"]["list"]>().toExtend<{ items: unknown[]; nextCursor: string | null }>();
  type Item = Outputs["payments"]["list"]["items"][number];
  expectTypeOf<Pick<Item, "_id" | "amount" | "status" | "createdAt">>().toEqualTypeOf<{
    _id: string;
    amount: number;
    status: PaymentStatus;
    createdAt: string;
  }>();
});

test("creating a checkout returns the payment's id and the checkout's URL", () => {
  expectTypeOf<Outputs["payments"]["createCheckout"]>().toEqualTypeOf<{ paymentId: string; checkoutURL: string }>();
  expectTypeOf<Pick<Outputs["payments"]["checkout"], "binding" | "usdcUnits" | "status">>().toEqualTypeOf<{
    binding: `0x${string}`;
    usdcUnits: string;
    status: PaymentStatus;
  }>();
  expectTypeOf<Outputs["payments"]["status"]>().toEqualTypeOf<{ status: PaymentStatus; transactionHash: string | null }>();
});

test("a dispute carries its parties, its decision and its timeline", () => {
  type Dispute = Outputs["disputes"]["getForAdmin"];
  expectTypeOf<Dispute["status"]>().toEqualTypeOf<DisputeStatus>();
  expectTypeOf<NonNullable<Dispute["resolution"]>>().toEqualTypeOf<{
    result: "chargedBack" | "denied";
    resultReason: string;
    chargebackAmount: number;
    resolvedAt: string | null;
  }>();
  expectTypeOf<Outputs["disputes"]["list"]["items"][number]>().toEqualTypeOf<Omit<Dispute, "timeline">>();
});

test("the admin's lists name the account and the merchant of each row", () => {
  type Transaction = Outputs["admin"]["transactions"]["items"][number];
  expectTypeOf<Transaction["userId"]["email"]>().toEqualTypeOf<string>();
  expectTypeOf<Transaction["merchantId"]["name"]>().toEqualTypeOf<string>();
  expectTypeOf<Outputs["admin"]["users"]["items"][number]["status"]>().toEqualTypeOf<AccountStatus>();
  expectTypeOf<Outputs["admin"]["merchants"]["items"][number]["walletAddress"]>().toEqualTypeOf<string | null>();
  expectTypeOf<Outputs["admin"]["exportTransactions"]>().toEqualTypeOf<{ fileName: string; csv: string }>();
});

test("no response contains a password, a token's hash or a checkout's reference", () => {
  type Account = Outputs["admin"]["user"] | Outputs["auth"]["me"];
  expectTypeOf<Extract<keyof Account, "password" | "passwordHash" | "tokenHash">>().toBeNever();
  expectTypeOf<Extract<keyof Outputs["admin"]["transaction"], "reference" | "binding">>().toBeNever();
});

test("inputs are the router's, and unknown procedures cannot be called", () => {
  expectTypeOf<Inputs["payments"]["get"]>().toEqualTypeOf<{ paymentId: string }>();
  expectTypeOf<HearthClient["payments"]["get"]["query"]>().parameter(0).toEqualTypeOf<{ paymentId: string }>();
  expectTypeOf<HearthClient["payments"]>().not.toHaveProperty("delete");
});

test("a failure names a code of the catalogue", () => {
  expectTypeOf(readApiFailure).returns.toEqualTypeOf<ApiFailure | null>();
  expectTypeOf<ApiFailure["code"]>().toEqualTypeOf<ErrorCode>();
});
