import { adminLeaseRoutes } from "./routes/admin-leases.ts";
import { adminRoutes } from "./routes/admin.ts";
import { authRoutes } from "./routes/auth.ts";
import { autopayRoutes } from "./routes/autopay.ts";
import { coinbaseRoutes } from "./routes/coinbase.ts";
import { disputeRoutes } from "./routes/disputes.ts";
import { merchantDashboardRoutes } from "./routes/merchant-dashboard.ts";
import { merchantRoutes } from "./routes/merchants.ts";
import { paymentRoutes } from "./routes/payments.ts";
import { recordRoutes } from "./routes/records.ts";
import { booksRoutes } from "./routes/books.ts";
import { rentRoutes } from "./routes/rent.ts";
import { requestRoutes } from "./routes/requests.ts";
import type { RestRow } from "./wire.ts";

/** Every documented call. */
export const restRows: RestRow[] = [
  ...adminRoutes,
  ...authRoutes,
  ...coinbaseRoutes,
  ...merchantRoutes,
  ...merchantDashboardRoutes,
  ...paymentRoutes,
  ...disputeRoutes,
  ...rentRoutes,
  ...adminLeaseRoutes,
  ...booksRoutes,
  ...autopayRoutes,
  ...requestRoutes,
  ...recordRoutes,
];
