import { ButtonLink } from "../../../kit/links.tsx";
import type { Outputs } from "../../../lib/trpc.ts";
import { Actions } from "../../../ui/button.tsx";
import { CopyButton } from "../../../ui/copy-button.tsx";
import { Description, DescriptionList } from "../../../ui/description-list.tsx";
import { Alert } from "../../../ui/alert.tsx";
import { Stack } from "../../../ui/stack.tsx";

/** A merchant that was just made, and what its owner needs to sign in: shown once. */
export function MadeMerchant({ made: { merchant, ownerPassword } }: { made: Outputs["admin"]["createMerchant"] }) {
  return (
    <Stack>
      <Alert tone="waiting" title="Give this password to the owner now">
        It is shown only here and stored nowhere. The owner should change it after signing in.
      </Alert>
      <DescriptionList>
        <Description label="Business name">{merchant.name}</Description>
        <Description label="Owner">
          {merchant.owner.firstName} {merchant.owner.lastName}
        </Description>
        <Description label="Email">{merchant.owner.email}</Description>
        <Description label="First password">
          <code>{ownerPassword}</code> <CopyButton text={ownerPassword} what="password" />
        </Description>
      </DescriptionList>
      <Actions>
        <ButtonLink variant="primary" to="/admin/merchants/$id" params={{ id: merchant._id }}>
          Open the merchant
        </ButtonLink>
      </Actions>
    </Stack>
  );
}
