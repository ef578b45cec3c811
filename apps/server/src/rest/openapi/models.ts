import type { z } from "zod";
import { adminDashboardView } from "../../features/admin/dashboard/dashboard.view.ts";
import { adminMerchantView } from "../../features/admin/people/merchants.view.ts";
import { transactionDetailView } from "../../features/admin/transactions/transaction-detail.view.ts";
import { transactionView as adminTransactionView } from "../../features/admin/transactions/transactions.view.ts";
import { adminUserView } from "../../features/admin/people/users.view.ts";
import { loginView, registrationView, userView } from "../../features/auth/rows/auth.view.ts";
import { disputeDetailView, disputeView } from "../../features/disputes/disputes.view.ts";
import { businessView } from "../../features/merchant-area/business/business.view.ts";
import { merchantStatsView } from "../../features/merchant-area/dashboard/dashboard.view.ts";
import { transactionView as merchantTransactionView } from "../../features/merchant-area/transactions/transactions.view.ts";
import { merchantView } from "../../features/businesses/merchants.view.ts";
import { paymentView } from "../../features/payments/rows/payments.view.ts";
import { refundView } from "../../features/refunds/refunds.view.ts";
import { walletStatusView } from "../../features/wallet/wallet.view.ts";

/** The answers that are named components of the description; every other answer is inlined. */
export const models: Record<string, z.ZodType> = {
  Login: loginView,
  Registration: registrationView,
  User: userView,
  WalletStatus: walletStatusView,
  Merchant: merchantView,
  Business: businessView,
  Payment: paymentView,
  Dispute: disputeView,
  DisputeDetail: disputeDetailView,
  Refund: refundView,
  MerchantTransaction: merchantTransactionView,
  MerchantStats: merchantStatsView,
  AdminUser: adminUserView,
  AdminMerchant: adminMerchantView,
  AdminTransaction: adminTransactionView,
  AdminTransactionDetail: transactionDetailView,
  AdminDashboard: adminDashboardView,
};

const names = new Map(Object.entries(models).map(([name, schema]) => [schema, name]));

export function modelName(schema: z.ZodType): string | null {
  return names.get(schema) ?? null;
}
