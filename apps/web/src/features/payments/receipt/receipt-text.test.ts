import { describe, expect, it } from "vitest";
import { type ReceiptPayment, receiptFileName, receiptText } from "./receipt-text.ts";

const payment: ReceiptPayment = {
  amount: 1450,
  merchant: "Juniper Court Apartments",
  place: "Juniper Court 4B",
  aptNumber: "4B",
  description: "December rent",
  paymentType: "one-time",
  createdAt: "2026-11-20T09:02:11.000Z",
  completedAt: "2026-11-20T09:02:53.000Z",
  timeZone: "UTC",
  walletAddress: "0x71C3E54D8b19f3A20c6b8f34De7b0a154C9A0d2B",
  transactionHash: "0xa90c6be1c29e417604f88a4142f956b2e31ee99ac860a20278a5b0e27d3f18c2",
  blockchainNetwork: "Base",
  parts: [],
  bill: null,
  code: "K7QX2M",
  id: "pay_01jd",
};

describe("the receipt as a text file", () => {
  it("contains the payee, amount, time and transaction", () => {
    const text = receiptText(payment);
    expect(text).toContain("Merchant            Juniper Court Apartments\n");
    expect(text).toContain("Apartment number    4B\n");
    expect(text).toContain("Property            Juniper Court 4B\n");
    expect(text).toContain("Payment type        One-time\n");
    expect(text).toContain("Date                Nov 20, 2026, 9:02:53 AM UTC\n");
    expect(text).toContain("Amount              1,450.00 USDC ($1,450.00)\n");
  });

  it("lists the bills that were paid", () => {
    const lines = [
      { description: "Rent for December 2026", amount: 1400 },
      { description: "Water", amount: 30 },
    ];
    const text = receiptText({ ...payment, bill: { lines, credit: 20, returned: 0 } });
    const indent = " ".repeat(20);
    const bills = `For                 Rent for December 2026: $1,400.00\n${indent}Water: $30.00\n${indent}Credit for later bills: $20.00\n`;
    expect(text).toContain(bills);
  });

  it("lists each transfer if several paid it together", () => {
    const part = {
      explorerUrl: null,
      verdict: "part" as const,
      from: "0x2",
      confirmations: 2,
      needed: 2,
      seenAt: payment.createdAt,
      sentBack: null,
    };
    const parts = [
      { ...part, txHash: `0x${"1".repeat(64)}`, usdc: "400.00" },
      { ...part, txHash: `0x${"2".repeat(64)}`, usdc: "1,050.00" },
    ];
    const text = receiptText({ ...payment, parts });
    expect(text).toContain(`Transfer 1          400.00 USDC\nTransaction hash    0x${"1".repeat(64)}\n`);
    expect(text).toContain(`Transfer 2          1,050.00 USDC\nTransaction hash    0x${"2".repeat(64)}\n`);
    expect(text).not.toContain("0xa90c");
  });

  it("wraps long values in their column and stays within 88 columns", () => {
    const text = receiptText({ ...payment, description: "Rent and parking ".repeat(12) });
    expect(Math.max(...text.split("\n").map((line) => line.length))).toBeLessThanOrEqual(88);
    expect(text.replace(/\s+/g, "")).toContain(payment.transactionHash);
  });

  it("leaves out unknown facts", () => {
    expect(receiptText({ ...payment, aptNumber: null })).not.toContain("Apartment number");
  });

  it("is named after its date and reference", () => {
    expect(receiptFileName(payment)).toBe("hearth-receipt-2026-11-20-K7QX2M.txt");
    const evening = { ...payment, completedAt: "2026-11-21T03:00:00.000Z", timeZone: "America/New_York" };
    expect(receiptFileName(evening)).toBe("hearth-receipt-2026-11-20-K7QX2M.txt");
  });
});
