import { redirect } from "@tanstack/react-router";
import { server } from "../../lib/server.ts";
import type { Outputs } from "../../lib/trpc.ts";

export type Account = Outputs["auth"]["me"];
export type EnrolledAccount = Account & { merchant: NonNullable<Account["merchant"]> };

/**
 * Route guard for enrolled accounts. Redirects the others to the enrollment, with this page as the return address. Trusts a cached account
 * only if it is enrolled, and refetches it otherwise.
 */
export async function requireEnrollment({ location }: { location: { href: string } }): Promise<EnrolledAccount> {
  const { utils } = await server();
  const known = utils.auth.me.getData();
  const account = known && isEnrolled(known) ? known : await utils.auth.me.fetch(undefined, { staleTime: 0 });
  if (!isEnrolled(account)) throw redirect({ to: "/enrollment", search: { from: location.href }, replace: true });
  return account;
}

/** True if a consumer's account has chosen a merchant. */
export function isEnrolled(account: Account): account is EnrolledAccount {
  return account.selectedMerchantId !== null && account.merchant !== null;
}
