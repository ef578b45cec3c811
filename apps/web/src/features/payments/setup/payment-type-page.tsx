import { CrumbLink } from "../../../kit/links.tsx";
import { Page, PageHead } from "../../../ui/page.tsx";
import type { EnrolledAccount } from "../../enrollment/require-enrollment.ts";
import { TypeChoice } from "./type-choice.tsx";

/** The choice of the payment type as a page of its own. */
export function PaymentTypePage({ merchant }: Pick<EnrolledAccount, "merchant">) {
  return (
    <Page narrow>
      <PageHead crumb={<CrumbLink to="/payment">Make a payment</CrumbLink>} title="Payment type" sub={`You pay ${merchant.name}.`} />
      <TypeChoice hasMerchant={merchant.status === "active"} />
    </Page>
  );
}
