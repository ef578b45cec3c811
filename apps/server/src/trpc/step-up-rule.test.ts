import { expect, it } from "vitest";
import { listProcedures } from "./procedure-meta.ts";

const rules = new Map(listProcedures().map(({ path, meta }) => [path, meta?.stepUp]));
const pathsWith = (rule: string) => [...rules].flatMap(([path, own]) => (own === rule ? [path] : [])).toSorted();

it("asks administrators always before what takes over a business or makes it read as paid", () => {
  expect(pathsWith("always").filter((path) => /^(admin|operations|refunds)\.|ForAdmin$/.test(path))).toEqual([
    "admin.addPasskey",
    "admin.approveMerchant",
    "admin.attachTransfer",
    "admin.beginPasskey",
    "admin.confirmClaim",
    "admin.createMerchant",
    "admin.creditTenant",
    "admin.detachTransfer",
    "admin.editMerchant",
    "admin.exportAuditLog",
    "admin.exportTransactions",
    "admin.refuseMerchant",
    "admin.removePasskey",
    "operations.mendTransfer",
    "operations.repairChain",
    "operations.resumeCompletions",
    "rent.addCreditForAdmin",
    "rent.keepDepositForAdmin",
    "rent.reverseCreditForAdmin",
    "rent.setPaymentLeaseForAdmin",
    "rent.voidChargeForAdmin",
  ]);
});

it("asks beside a password for the stronger proof that an account has", () => {
  const both = (name: string) => [`admin.${name}`, `auth.${name}`];
  expect(pathsWith("besidePassword")).toEqual(
    [...both("changePassword"), ...both("confirmSecondFactor"), ...both("setUpSecondFactor")].toSorted(),
  );
});
