import { CrumbLink, TextLink } from "../../../kit/links.tsx";
import { Permitted } from "../../../kit/permission.tsx";
import { trpc, type Outputs } from "../../../lib/trpc.ts";
import { Status } from "../../../kit/status/status.tsx";
import { RecordPage } from "../records.tsx";
import type { DetailSearch } from "../searches.ts";
import { Pencil } from "lucide-react";
import { useState } from "react";
import { Actions, Button } from "../../../ui/button.tsx";
import { Description, DescriptionList } from "../../../ui/description-list.tsx";
import { Hash } from "../../../ui/hash.tsx";
import { Time } from "../../../ui/moment.tsx";
import { TextAnchor } from "../../../ui/text-anchor.tsx";
import { Text } from "../../../ui/typography.tsx";
import { useExplorer } from "../../../features/payments/use-network.ts";
import styles from "../../../kit/edit/edit-frame.module.css";
import { EditUser } from "./edit-user.tsx";
import type { Role } from "@hearth/domain/auth/roles";

interface UserPageProps {
  userId: string;
  search: DetailSearch;
  onSearch: (search: Partial<DetailSearch>) => void;
}

/** User page: details, transactions and disputes. */
export function UserPage({ userId, search, onSearch }: UserPageProps) {
  const found = trpc.admin.user.useQuery({ userId });
  return (
    <RecordPage
      noun="user"
      found={found}
      crumb={<CrumbLink to="/admin/users">Users</CrumbLink>}
      title={({ firstName, lastName }) => `${firstName} ${lastName}`}
      sub={({ email }) => email}
      status={({ status }) => <Status kind="account" value={status} />}
      details={(user) => <UserDetails user={user} />}
      owner={{ userId }}
      {...{ search, onSearch }}
    />
  );
}

type User = Outputs["admin"]["user"];

/** Details of an account. Edit User replaces them with a form. */
function UserDetails({ user }: { user: User }) {
  const [isEditing, setEditing] = useState(false);
  if (isEditing) return <EditUser user={user} onClose={() => setEditing(false)} />;
  return (
    <div className={styles.record}>
      <UserFacts user={user} />
      <Permitted least="manager">
        <Actions className={styles.actions}>
          <Button icon={Pencil} onClick={() => setEditing(true)}>
            Edit User
          </Button>
        </Actions>
      </Permitted>
    </div>
  );
}

function UserFacts({ user }: { user: User }) {
  const { walletAddress, selectedMerchantId, merchantName } = user;
  return (
    <DescriptionList>
      <Description label="First name">{user.firstName}</Description>
      <Description label="Last name">{user.lastName}</Description>
      <Description label="Email">
        <TextAnchor href={`mailto:${user.email}`}>{user.email}</TextAnchor>
      </Description>
      <Description label="Phone number">{user.phoneNumber ?? <NotGiven />}</Description>
      <Description label="Wallet address">
        {walletAddress === null ? "No wallet connected" : <Wallet address={walletAddress} isProven={user.isWalletProven === true} />}
      </Description>
      <Description label="Status">
        <Status kind="account" value={user.status} />
      </Description>
      <Description label="Joined">
        <Time at={user.createdAt} />
      </Description>
      <Description label="Role">{roleName(user.role)}</Description>
      <Description label={user.role === "merchant" ? "Business" : "Enrolled with"}>
        {selectedMerchantId !== null && (
          <TextLink to="/admin/merchants/$id" params={{ id: selectedMerchantId }}>
            {merchantName}
          </TextLink>
        )}
      </Description>
      <Description label="Address">{user.address}</Description>
      <Description label="Apartment number">{user.aptNumber}</Description>
      <Description label="User ID">
        <Hash value={user._id} shape="detail" what="user ID" />
      </Description>
    </DescriptionList>
  );
}

function Wallet({ address, isProven }: { address: string; isProven: boolean }) {
  const explorer = useExplorer();
  return (
    <>
      <Hash value={address} shape="detail" what="wallet address" explorerUrl={explorer.addressUrl(address)} />
      <Text as="div" size="note" muted>
        {isProven ? "Proven by a signature" : "Not proven: no one has signed for it"}
      </Text>
    </>
  );
}

function NotGiven() {
  return (
    <Text as="span" muted>
      Not given
    </Text>
  );
}

const names: Record<Role, string> = { user: "Consumer", merchant: "Merchant", admin: "Administrator" };

export function roleName(role: Role): string {
  return names[role];
}
