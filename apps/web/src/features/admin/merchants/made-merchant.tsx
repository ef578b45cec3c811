import { ButtonLink } from "../../../lib/links.tsx";
import type { Outputs } from "../../../lib/trpc.ts";
import { Actions } from "../../../ui/button.tsx";
import { CopyButton } from "../../../ui/copy-button.tsx";
import { Fact, Facts } from "../../../ui/facts.tsx";
import { Note } from "../../../ui/note.tsx";
import styles from "../filters/filters.module.css";

/** A merchant that was just made, and what its owner needs to sign in: shown once. */
export function MadeMerchant({ made: { merchant, ownerPassword } }: { made: Outputs["admin"]["createMerchant"] }) {
  return (
    <>
      <Note tone="waiting" title="Give this password to the owner now">
        It is shown only here and stored nowhere. The owner should change it after signing in.
      </Note>
      <Facts>
        <Fact label="Business name">{merchant.name}</Fact>
        <Fact label="Owner">
          {merchant.owner.firstName} {merchant.owner.lastName}
        </Fact>
        <Fact label="Email">{merchant.owner.email}</Fact>
        <Fact label="First password">
          <code>{ownerPassword}</code> <CopyButton text={ownerPassword} what="password" />
        </Fact>
      </Facts>
      <Actions className={styles.actions}>
        <ButtonLink look="primary" to="/admin/merchants/$id" params={{ id: merchant._id }}>
          Go to {merchant.name}
        </ButtonLink>
      </Actions>
    </>
  );
}
