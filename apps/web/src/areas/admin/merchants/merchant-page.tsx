import { CrumbLink, TextLink } from "../../../kit/links.tsx";
import { Permitted } from "../../../kit/permission.tsx";
import { trpc, type Outputs } from "../../../lib/trpc.ts";
import { Status } from "../../../kit/status/status.tsx";
import { businessTypeName } from "../../../features/enrollment/business-types.tsx";
import { RecordPage } from "../records.tsx";
import type { DetailSearch } from "../searches.ts";
import { Pencil } from "lucide-react";
import { useState } from "react";
import { Actions, Button } from "../../../ui/button.tsx";
import { Description, DescriptionList } from "../../../ui/description-list.tsx";
import { Hash } from "../../../ui/hash.tsx";
import { Time } from "../../../ui/moment.tsx";
import { Stack } from "../../../ui/stack.tsx";
import { TextAnchor } from "../../../ui/text-anchor.tsx";
import { useExplorer } from "../../../features/payments/use-network.ts";
import styles from "../../../kit/edit/edit-frame.module.css";
import { EditMerchant } from "./edit-merchant.tsx";
import { PendingWallet } from "./pending-wallet.tsx";
import { ReviewDecision } from "./review-decision.tsx";
import { TimeZoneContext } from "../../../ui/time-zone.ts";

interface MerchantPageProps {
  merchantId: string;
  search: DetailSearch;
  onSearch: (search: Partial<DetailSearch>) => void;
}

/** Merchant page: details, transactions and disputes. */
export function MerchantPage({ merchantId, search, onSearch }: MerchantPageProps) {
  const found = trpc.admin.merchant.useQuery({ merchantId });
  return (
    <RecordPage
      noun="merchant"
      found={found}
      crumb={<CrumbLink to="/admin/merchants">Merchants</CrumbLink>}
      title={({ name }) => name}
      sub={({ businessType }) => businessTypeName(businessType)}
      status={({ status }) => <Status kind="account" value={status} />}
      details={(merchant) => <MerchantDetails merchant={merchant} />}
      owner={{ merchantId }}
      {...{ search, onSearch }}
    />
  );
}

type Merchant = Outputs["admin"]["merchant"];

/** Details of a merchant. Edit merchant replaces them with a form. */
function MerchantDetails({ merchant }: { merchant: Merchant }) {
  const [isEditing, setEditing] = useState(false);
  if (isEditing) return <EditMerchant merchant={merchant} onClose={() => setEditing(false)} />;
  return (
    <div className={styles.record}>
      <MerchantFacts merchant={merchant} />
      <Permitted least="manager">
        <Actions className={styles.actions}>
          <Button icon={Pencil} onClick={() => setEditing(true)}>
            Edit merchant
          </Button>
        </Actions>
      </Permitted>
    </div>
  );
}

const reviewWords: Record<Merchant["review"], string> = {
  unreviewed: "Not reviewed yet",
  held: "Waiting: its name is similar to another business's",
  approved: "Approved",
  refused: "Declined",
};

function MerchantFacts({ merchant }: { merchant: Merchant }) {
  const explorer = useExplorer();
  const { walletAddress, owner } = merchant;
  return (
    <TimeZoneContext value={merchant.timeZone}>
      <DescriptionList>
        <Description label="Business name">{merchant.name}</Description>
        <Description label="Business type">{businessTypeName(merchant.businessType)}</Description>
        <Description label="Description">{merchant.description}</Description>
        <Description label="Email">
          <TextAnchor href={`mailto:${merchant.email}`}>{merchant.email}</TextAnchor>
        </Description>
        <Description label="Phone number">{merchant.phoneNumber}</Description>
        <Description label="Wallet address">
          {walletAddress === null ? (
            "No wallet connected"
          ) : (
            <Hash value={walletAddress} shape="detail" what="wallet address" explorerUrl={explorer.addressUrl(walletAddress)} />
          )}
        </Description>
        {walletAddress !== null && (
          <Description label="Ownership of the wallet">
            {merchant.walletProvenAt === null ? (
              "Not proven"
            ) : (
              <>
                Proven since <Time at={merchant.walletProvenAt} />
              </>
            )}
          </Description>
        )}
        {merchant.pendingWallet !== null && (
          <Description label="Waiting change">
            <PendingWallet merchantId={merchant._id} pending={merchant.pendingWallet} isFrozen={merchant.status === "suspended"} />
          </Description>
        )}
        <Description label="Status">
          <Status kind="account" value={merchant.status} />
        </Description>
        <Description label="Review">
          <Stack>
            <span>
              {reviewWords[merchant.review]}
              {merchant.refusalReason !== null && `: ${merchant.refusalReason}`}
            </span>
            <ReviewDecision merchantId={merchant._id} name={merchant.name} review={merchant.review} />
          </Stack>
        </Description>
        <Description label="Contact">{merchant.contactName}</Description>
        <Description label="Address">{merchant.address}</Description>
        <Description label="Owner">
          <TextLink to="/admin/users/$id" params={{ id: owner._id }}>
            {owner.firstName} {owner.lastName}
          </TextLink>
        </Description>
        <Description label="Transactions">{merchant.transactionCount.toLocaleString("en-US")}</Description>
        <Description label="Joined">
          <Time at={merchant.createdAt} />
        </Description>
        <Description label="Merchant ID">
          <Hash value={merchant._id} shape="detail" what="merchant ID" />
        </Description>
      </DescriptionList>
    </TimeZoneContext>
  );
}
