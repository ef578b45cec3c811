import { CrumbLink, TextLink } from "../../../kit/links.tsx";
import { type Outputs, trpc } from "../../../lib/trpc.ts";
import { Description, DescriptionList } from "../../../ui/description-list.tsx";
import { Empty, ErrorState } from "../../../ui/empty.tsx";
import { Time } from "../../../ui/moment.tsx";
import { Card, Columns, Page, PageHead } from "../../../ui/page.tsx";
import { SkeletonPart } from "../../../ui/skeleton.tsx";
import { Stack } from "../../../ui/stack.tsx";
import { Heading, Text, Title } from "../../../ui/typography.tsx";
import { differenceOf, differenceWords, type NamePart } from "./name-difference.ts";
import { ReviewDecision } from "./review-decision.tsx";
import styles from "./review.module.css";

type Held = Outputs["admin"]["heldMerchants"][number];

/** Lists the businesses that wait for review, each beside the one with a similar name. */
export function ReviewQueue() {
  const heldMerchants = trpc.admin.heldMerchants.useQuery();
  return (
    <Page>
      <PageHead
        crumb={<CrumbLink to="/admin/merchants">Merchants</CrumbLink>}
        title="Waiting for review"
        sub="These names are similar to another business's. No one can pay them until an administrator has reviewed them."
      />
      {heldMerchants.data ? (
        heldMerchants.data.length === 0 ? (
          <Empty>No businesses are waiting for review.</Empty>
        ) : (
          <Stack wide>
            {heldMerchants.data.map((held) => (
              <Pair key={held.merchant._id} held={held} />
            ))}
          </Stack>
        )
      ) : heldMerchants.isError ? (
        <ErrorState onRetry={() => void heldMerchants.refetch()} busy={heldMerchants.isFetching}>
          Failed to load what waits for a review
        </ErrorState>
      ) : (
        <SkeletonPart label="Loading what waits for a review" height="14rem" />
      )}
    </Page>
  );
}

function Pair({ held: { heldAt, merchant, lookAlike } }: { held: Held }) {
  const difference = differenceOf(merchant.name, lookAlike.name);
  return (
    <Card as="article" label={merchant.name}>
      <Stack>
        <Columns>
          <Side title="Waits" business={merchant} name={difference.left} />
          <Side title="Was here first" business={lookAlike} name={difference.right} />
        </Columns>
        <Text strong>{differenceWords(difference)}</Text>
        <Text size="note" muted>
          Waits since <Time at={heldAt} shape="minute" timeZone={merchant.timeZone} />
        </Text>
        <ReviewDecision merchantId={merchant._id} name={merchant.name} review="held" />
      </Stack>
    </Card>
  );
}

/** A name with the letters marked that the other name lacks. The sentence below the pair says the same in words. */
function Marked({ parts }: { parts: readonly NamePart[] }) {
  return parts.map(({ text, differs }, index) =>
    differs ? (
      <mark key={index} className={styles.differs}>
        {text}
      </mark>
    ) : (
      text
    ),
  );
}

function Side({ title, business, name: parts }: { title: string; business: Held["merchant"]; name: readonly NamePart[] }) {
  const { _id, name, contactName, email, phoneNumber, address, createdAt, timeZone } = business;
  return (
    <div>
      <Heading size="label" muted>
        {title}
      </Heading>
      <Title as="p" size="small">
        <TextLink to="/admin/merchants/$id" params={{ id: _id }} aria-label={name}>
          <Marked parts={parts} />
        </TextLink>
      </Title>
      <DescriptionList>
        <Description label="Contact">{contactName}</Description>
        <Description label="Email">{email}</Description>
        <Description label="Phone number">{phoneNumber}</Description>
        <Description label="Address">{address}</Description>
        <Description label="Joined">
          <Time at={createdAt} timeZone={timeZone} />
        </Description>
      </DescriptionList>
    </div>
  );
}
