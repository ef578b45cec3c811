import { accountRouter, recoveryRouter } from "../features/account/account.router.ts";
import { adminRouter } from "../features/admin/admin.router.ts";
import { authRouter } from "../features/auth/auth.router.ts";
import { autopayRouter } from "../features/autopay/autopay.router.ts";
import { disputesRouter } from "../features/disputes/disputes.router.ts";
import { exchangeRouter } from "../features/exchange/exchange.router.ts";
import { merchantRouter } from "../features/merchant-area/merchant.router.ts";
import { operationsRouter } from "../features/operations/operations.router.ts";
import { walletSendsRouter } from "../features/payments/relay/wallet-sends.router.ts";
import { paymentsRouter } from "../features/payments/payments.router.ts";
import { refundsRouter } from "../features/refunds/refunds.router.ts";
import { invitationsRouter } from "../features/rent/invitations/invitations.router.ts";
import { deskRouter } from "../features/rent/desk/desk.router.ts";
import { rentRouter } from "../features/rent/rent.router.ts";
import { payeesRouter } from "../features/payees/payees.router.ts";
import { staffRouter } from "../features/merchant-area/business/staff.router.ts";
import { passkeyWalletRouter } from "../features/wallet/passkey-wallet/passkey-wallet.router.ts";
import { recordsRouter } from "../features/records/records.router.ts";
import { requestsRouter } from "../features/requests/requests.router.ts";
import { walletRouter } from "../features/wallet/wallet.router.ts";
import { createCallerFactory, mergeRouters, router } from "./init.ts";

/** The product's own interface. The web app and the tools infer every type from it. */
export const appRouter = router({
  account: accountRouter,
  admin: adminRouter,
  auth: mergeRouters(authRouter, recoveryRouter),
  autopay: autopayRouter,
  disputes: disputesRouter,
  exchange: exchangeRouter,
  invitations: invitationsRouter,
  merchant: merchantRouter,
  operations: operationsRouter,
  passkeyWallet: mergeRouters(passkeyWalletRouter, walletSendsRouter),
  payees: payeesRouter,
  payments: paymentsRouter,
  refunds: refundsRouter,
  rent: mergeRouters(rentRouter, deskRouter),
  staff: staffRouter,
  records: recordsRouter,
  requests: requestsRouter,
  wallet: walletRouter,
});

export type AppRouter = typeof appRouter;

/** Calls procedures without HTTP; the REST interface uses it, so that both interfaces run the same code. */
export const createCaller = createCallerFactory(appRouter);
