import { useNavigate } from "@tanstack/react-router";
import { CalendarSync, ChevronRight, Send } from "lucide-react";
import { useState } from "react";
import { FieldError } from "../../../ui/field.tsx";
import { Icon } from "../../../ui/icon.tsx";
import { Alert } from "../../../ui/alert.tsx";
import { Text } from "../../../ui/typography.tsx";
import styles from "./setup.module.css";
import { type Outputs, trpc } from "../../../lib/trpc.ts";
import { Page, PageHead, Section } from "../../../ui/page.tsx";
import type { EnrolledAccount } from "../../enrollment/require-enrollment.ts";

type Answer = "recurring" | "merchantMissing" | null;

/**
 * Chooses a one-time or a recurring payment. Recurring links to autopay for tenants with a lease; for others it only announces the feature.
 * Requires a merchant that can be paid.
 */
export function TypeChoice({ hasMerchant, merchantId }: { hasMerchant: boolean; merchantId: string }) {
  const navigate = useNavigate();
  const autopay = trpc.autopay.mine.useQuery();
  const utils = trpc.useUtils();
  const hasRent = isRentOf(merchantId, autopay.data);
  const [answer, setAnswer] = useState<Answer>(null);

  /** Waits for the leases, so that a quick press is not told that autopay does not exist. The autopay page says if they cannot be loaded. */
  async function chooseRecurring() {
    const isRent = await utils.autopay.mine.ensureData().then(
      (leases) => isRentOf(merchantId, leases),
      () => true,
    );
    if (isRent) void navigate({ to: "/autopay" });
    else setAnswer("recurring");
  }

  function choose(type: "one-time" | "recurring") {
    if (!hasMerchant) setAnswer("merchantMissing");
    else if (type === "recurring") void chooseRecurring();
    else void navigate({ to: "/setup-one-time" });
  }

  return (
    <>
      <ul className={styles.choices}>
        <li>
          <button type="button" className={styles.choice} onClick={() => choose("one-time")}>
            <Icon icon={Send} size={20} />
            <span className={styles.choiceWords}>
              <Text as="span" strong>
                One-time
              </Text>
              <Text as="span" size="note" muted>
                Pay an amount now.
              </Text>
            </span>
            <Icon icon={ChevronRight} />
          </button>
        </li>
        <li>
          <button type="button" className={styles.choice} onClick={() => choose("recurring")}>
            <Icon icon={CalendarSync} size={20} />
            <span className={styles.choiceWords}>
              <Text as="span" strong>
                Recurring
              </Text>
              <Text as="span" size="note" muted>
                Pay the same amount every month.
              </Text>
            </span>
            {hasRent && <Icon icon={ChevronRight} />}
            {!hasRent && !autopay.isPending && <span className={styles.soon}>Coming Soon</span>}
          </button>
        </li>
      </ul>
      {answer === "recurring" && (
        <div className={styles.answer}>
          <Alert title="Recurring payments are not yet available" announce />
        </div>
      )}
      {answer === "merchantMissing" && <FieldError>Please select a merchant first.</FieldError>}
    </>
  );
}

/** True if autopay can pay a lease with the merchant. */
function isRentOf(merchantId: string, leases: Outputs["autopay"]["mine"] = []): boolean {
  return leases.some((lease) => lease.merchantId === merchantId);
}

/** The choice of the payment type as its own page. */
export function PaymentTypePage({ merchant }: Pick<EnrolledAccount, "merchant">) {
  return (
    <Page narrow>
      <PageHead title="Make a payment" sub={`You pay ${merchant.name}.`} />
      <Section title="Payment type">
        <TypeChoice hasMerchant={merchant.status === "active"} merchantId={merchant._id} />
      </Section>
    </Page>
  );
}
