import type { DatabaseOrTransaction, Transaction } from "@hearth/db/client";
import { HearthError } from "@hearth/domain/errors";
import { limits } from "@hearth/domain/limits";
import { reviewStateOf } from "@hearth/domain/merchants/review";
import type { Deps } from "../../deps.ts";
import type { CountedMail } from "../notifications/notify.ts";
import { countRecentPayers } from "./merchants.repo.ts";

/** A business and its review, on which its limits depend. */
type ReviewedBusiness = { id: string } & Parameters<typeof reviewStateOf>[0];

/** True for a business that nobody has paid and that no administrator has approved. At most one statement. */
export async function isNewBusiness(db: DatabaseOrTransaction, business: ReviewedBusiness): Promise<boolean> {
  return reviewStateOf(business) !== "approved" && (await countRecentPayers(db, business.id)) === 0;
}

const counted: CountedMail = { by: "countStrangerMail" };

/**
 * Counts a mail to somebody who may not know the business, in the transaction that queues it, so that only queued mails count. A concurrent
 * count of the same business waits. Returns the refusal where the business is above its ceiling. At most two statements.
 */
export async function countStrangerMail(
  { sharedLimits }: Pick<Deps, "sharedLimits">,
  tx: Transaction,
  business: ReviewedBusiness,
): Promise<CountedMail | HearthError> {
  const review = reviewStateOf(business);
  if (review === "held" || review === "refused") return new HearthError("MERCHANT_UNAVAILABLE", { message: notReviewed });
  const { tries, retryAfterSeconds } = await sharedLimits.count("strangerMail", business.id, tx);
  const { newBusiness, most } = limits.strangerMails;
  if (tries <= newBusiness) return counted;
  const ceiling = review === "approved" ? most : strangerMailsADay(await countRecentPayers(tx, business.id));
  return tries <= ceiling ? counted : new HearthError("RATE_LIMITED", { retryAfterSeconds, message: ceilingReached(ceiling) });
}

/** Counts like `countStrangerMail`. @throws HearthError RATE_LIMITED; MERCHANT_UNAVAILABLE for a business that was not approved. */
export async function requireStrangerMail(
  deps: Pick<Deps, "sharedLimits">,
  tx: Transaction,
  business: ReviewedBusiness,
): Promise<CountedMail> {
  const outcome = await countStrangerMail(deps, tx, business);
  if (outcome instanceof HearthError) throw outcome;
  return outcome;
}

/** The mails a day to people who may not know a business, by the number of people who have paid it. */
function strangerMailsADay(payers: number): number {
  const { newBusiness, perPayer, most } = limits.strangerMails;
  return Math.min(most, newBusiness + perPayer * payers);
}

const notReviewed = "We have not approved your business, so it cannot email people who may not know it. Nothing was sent.";

const ceilingReached = (ceiling: number) =>
  `Your business has sent its ${ceiling} invitations and payment requests of today. This one was not sent. Please continue tomorrow. The number grows as people pay you, and when we have approved your business.`;
