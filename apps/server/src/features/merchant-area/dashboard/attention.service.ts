import type { MerchantStatsInput } from "@hearth/domain/merchants/filters";
import { publicId } from "@hearth/domain/ids";
import { formatUsdc, wireAmount } from "@hearth/domain/money";
import { monthName, monthRange } from "@hearth/domain/time";
import type { Deps } from "../../../deps.ts";
import type { Actor } from "../../../trpc/context.ts";
import { oddKinds, readFiguresOf } from "../../figures/figures.service.ts";
import { findFirstSteps, listUnansweredDisputes, listOwedRefunds } from "./attention.repo.ts";
import { type AttentionView, type FirstStepsView, type UnpaidTenantsView, viewWaiting } from "./attention.view.ts";
import { requireOwnMerchant } from "../../businesses/own-merchant.ts";
import { listLastPaid, listTenantsPaid } from "./unpaid-tenants.repo.ts";

/** Items listed of each kind. */
const maxItems = 4;
/** Unpaid tenants listed by name. */
const shownTenants = 8;
/** Tenants checked for payments. */
const maxTenants = 500;

/** Lists what needs the merchant's attention: refunds owed, open disputes without a response, and unmatched transfers. */
export async function readAttention(deps: Deps, actor: Actor): Promise<AttentionView> {
  const { db } = deps;
  const { id } = await requireOwnMerchant(deps, actor);
  const [figures, refunds, disputes] = await Promise.all([
    readFiguresOf(db, id, {}, oddKinds),
    listOwedRefunds(db, id, maxItems),
    listUnansweredDisputes(db, id, maxItems),
  ]);
  const odd = oddKinds.map((kind) => figures(kind));
  return {
    refunds: {
      count: refunds[0]?.count ?? 0,
      items: refunds.map((row) => viewWaiting(row, row.owedCents, row.resolvedAt ?? row.createdAt)),
    },
    disputes: {
      count: disputes[0]?.count ?? 0,
      items: disputes.map((row) => viewWaiting(row, row.amountCents, row.createdAt)),
    },
    unmatched: {
      count: odd.reduce((sum, { count }) => sum + count, 0),
      usdc: formatUsdc(odd.reduce((sum, { units }) => sum + units, 0n)),
    },
  };
}

/**
 * Lists the merchant's tenants who have paid nothing this month, in the merchant's time zone unless another is given. For a business
 * without leases; the desk says what is owed on leases.
 */
export async function readUnpaidTenants(deps: Deps, actor: Actor, input: MerchantStatsInput): Promise<UnpaidTenantsView> {
  const { db, clock } = deps;
  const merchant = await requireOwnMerchant(deps, actor);
  const timeZone = input.timeZone ?? merchant.timeZone;
  const rows = await listTenantsPaid(db, merchant.id, monthRange(clock.now(), timeZone), maxTenants + 1);
  const tenants = rows.slice(0, maxTenants);
  const unpaid = tenants.filter(({ hasPaid }) => !hasPaid);
  const named = unpaid.slice(0, shownTenants);
  const paidLast = await listLastPaid(
    db,
    merchant.id,
    named.map(({ id }) => id),
  );
  return {
    month: monthName(clock.now(), timeZone),
    enrolled: tenants.length,
    paid: tenants.length - unpaid.length,
    isAll: rows.length <= maxTenants,
    items: named.map(({ id, firstName, lastName, aptNumber }) => {
      const last = paidLast.find(({ consumerId }) => consumerId === id);
      return {
        _id: publicId("user", id),
        firstName,
        lastName,
        aptNumber,
        last: last ? { amount: wireAmount(last.amountCents), at: last.createdAt.toISOString() } : null,
      };
    }),
  };
}

/** Reads the steps until the merchant receives the first rent. One statement. */
export async function readFirstSteps(deps: Deps, actor: Actor): Promise<FirstStepsView> {
  const { id, payee } = await requireOwnMerchant(deps, actor);
  const { leaseId, ...steps } = await findFirstSteps(deps.db, id, actor.userId);
  return { ...steps, walletProven: payee?.provenAt != null, leaseId: leaseId && publicId("lease", leaseId) };
}
