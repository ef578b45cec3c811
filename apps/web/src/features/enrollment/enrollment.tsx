import { wordingFor } from "@hearth/domain/merchants/party-words";
import { useQuery } from "@tanstack/react-query";
import { ButtonLink, CrumbLink } from "../../kit/links.tsx";
import { trpc } from "../../lib/trpc.ts";
import { Actions, Button } from "../../ui/button.tsx";
import { Empty, ErrorState } from "../../ui/empty.tsx";
import { Description, DescriptionList } from "../../ui/description-list.tsx";
import { Columns, Page, PageHead, Section, Card } from "../../ui/page.tsx";
import { Loading, Skeleton } from "../../ui/skeleton.tsx";
import { Heading, Text } from "../../ui/typography.tsx";
import { enrollmentFailure } from "./enrollment-check.tsx";
import { EnrollmentForm } from "./enrollment-form.tsx";
import styles from "./enrollment.module.css";
import { activeMerchants } from "./merchant-lists.ts";
import { type Account, isEnrolled } from "./require-enrollment.ts";
import { splitAddress } from "./address.ts";
import { combineAddress, type EnrollmentForm as EnrollmentValues } from "@hearth/domain/merchants/inputs";
import { specifiedMessage, isNetworkError } from "../../lib/api-error.ts";
import { session } from "../../lib/session.ts";
import { toUserInfo } from "../auth/actions.ts";
import type { FormOutcome } from "../auth/outcome.ts";

interface EnrollmentProps {
  /** Opens the form even if the account is already enrolled. */
  edit: boolean;
  onEdit: () => void;
  onDone: () => void;
}

/** Enrollment page: the form to choose a merchant, or the current choice with a button to change it. */
export function Enrollment({ edit, onEdit, onDone }: EnrollmentProps) {
  const account = trpc.auth.me.useQuery();
  const enrolled = account.data !== undefined && isEnrolled(account.data);
  return (
    <Page>
      <PageHead
        crumb={<CrumbLink to="/dashboard">Dashboard</CrumbLink>}
        title="Enrollment"
        sub={
          enrolled
            ? wordingFor(account.data.merchant?.businessType)("Your landlord and address.")
            : "Your landlord and address. You are asked only once."
        }
      />
      {account.data ? (
        enrolled && !edit ? (
          <Enrolled account={account.data} onEdit={onEdit} />
        ) : (
          <Form account={account.data} onDone={onDone} />
        )
      ) : account.isError ? (
        <ErrorState
          action={
            <Actions>
              <ButtonLink to="/dashboard">Go to Dashboard</ButtonLink>
              <Button busy={account.isFetching} onClick={() => void account.refetch()}>
                Try again
              </Button>
            </Actions>
          }
        >
          {enrollmentFailure(account.error)}
        </ErrorState>
      ) : (
        <Shape />
      )}
    </Page>
  );
}

function Enrolled({ account, onEdit }: { account: Account; onEdit: () => void }) {
  return (
    <Section title="You are enrolled" end={<Button onClick={onEdit}>Change</Button>} ruled>
      <DescriptionList>
        <Description label="Merchant">{account.merchant?.name}</Description>
        <Description label="Address">{account.address}</Description>
        <Description label="Apartment number">{account.aptNumber}</Description>
        <Description label="Phone number">{account.phoneNumber}</Description>
      </DescriptionList>
    </Section>
  );
}

function Form({ account, onDone }: { account: Account; onDone: () => void }) {
  const merchants = useQuery(activeMerchants);
  const enroll = useEnroll();
  if (merchants.isError && !merchants.data) {
    return (
      <ErrorState onRetry={() => void merchants.refetch()} busy={merchants.isFetching}>
        Failed to load merchants
      </ErrorState>
    );
  }
  if (!merchants.data) return <Shape />;
  if (merchants.data.length === 0) return <Empty>No merchant takes payments through Hearth yet. Please come back later.</Empty>;
  return (
    <Columns kind="aside">
      <EnrollmentForm
        merchants={merchants.data}
        initial={{
          ...splitAddress(account.address),
          aptNumber: account.aptNumber ?? "",
          phoneNumber: account.phoneNumber ?? "",
          selectedMerchantId: merchants.data.some(({ _id }) => _id === account.selectedMerchantId)
            ? (account.selectedMerchantId ?? "")
            : "",
        }}
        submitLabel={isEnrolled(account) ? "Save changes" : "Complete enrollment"}
        onSubmit={enroll}
        onDone={onDone}
      />
      <WhatFor />
    </Columns>
  );
}

function WhatFor() {
  return (
    <Card as="aside">
      <Heading size="subheading">What it is for</Heading>
      <div className={styles.reasons}>
        <Text muted>Your payments go to the merchant you choose, straight into the merchant’s own wallet.</Text>
        <Text muted>
          The merchant sees your name, email, phone and apartment number, and what you paid, so they know who paid and what for.
        </Text>
        <Text muted>Changing the merchant later applies to new payments only.</Text>
      </div>
    </Card>
  );
}

function Shape() {
  return (
    <Loading label="Loading the enrollment">
      <div className={styles.shape}>
        {Array.from({ length: 5 }, (_, index) => (
          <Skeleton key={index} width="min(40rem, 100%)" height="2.5rem" />
        ))}
      </div>
    </Loading>
  );
}

/** Submits the enrollment form. On success it updates the cached account and the session. */
function useEnroll(): (form: EnrollmentValues) => Promise<FormOutcome> {
  const utils = trpc.useUtils();
  const enroll = trpc.auth.completeEnrollment.useMutation();

  return async (form) => {
    const { aptNumber, phoneNumber, selectedMerchantId } = form;
    const input = { address: combineAddress(form), phoneNumber, selectedMerchantId, ...(aptNumber === "" ? {} : { aptNumber }) };
    try {
      const account = await enroll.mutateAsync(input);
      utils.auth.me.setData(undefined, account);
      session.updateUser(toUserInfo(account));
      return { ok: true };
    } catch (error) {
      // The network's sentence is specified, and true: enrolling again changes nothing more.
      if (isNetworkError(error)) return { ok: false, message: "Network error. Please try again." };
      return { ok: false, message: specifiedMessage(error, "Enrollment failed") };
    }
  };
}
