import { redirect } from "@tanstack/react-router";
import { server } from "../../lib/server.ts";
import type { Outputs } from "../../lib/trpc.ts";

export type Account = Outputs["auth"]["me"];
export type EnrolledAccount = Account & { merchant: NonNullable<Account["merchant"]> };

/**
 * Lets accounts pass that have chosen whom they pay; the others go to the enrollment, which comes back here. What is already known is
 * believed when it says enrolled, and asked again when it does not.
 */
export async function requireEnrollment({ location }: { location: { href: string } }): Promise<EnrolledAccount> {
  const { utils } = await server();
  const known = utils.auth.me.getData();
  const account = known && isEnrolled(known) ? known : await utils.auth.me.fetch(undefined, { staleTime: 0 });
  if (!isEnrolled(account)) throw redirect({ to: "/enrollment", search: { from: location.href }, replace: true });
  return account;
}

/** Whether a consumer's account has chosen a merchant. */
export function isEnrolled(account: Account): account is EnrolledAccount {
  return account.selectedMerchantId !== null && account.merchant !== null;
}
