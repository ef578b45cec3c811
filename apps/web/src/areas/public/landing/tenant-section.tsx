import { ButtonLink } from "../../../kit/links.tsx";
import { Amount } from "../../../ui/amount.tsx";
import { Actions } from "../../../ui/button.tsx";
import { Description, DescriptionList } from "../../../ui/description-list.tsx";
import { Hash } from "../../../ui/hash.tsx";
import { Card } from "../../../ui/page.tsx";
import { Status } from "../../../kit/status/status.tsx";
import { Timeline } from "../../../ui/timeline.tsx";
import { Text, Title } from "../../../ui/typography.tsx";
import { tenantPayment } from "./example.ts";
import styles from "./landing.module.css";

/** What Hearth is to somebody who pays. */
export function TenantSection() {
  return (
    <section className={styles.hero}>
      <div className={styles.words}>
        <Text size="label" muted>
          For tenants
        </Text>
        <Title size="display">
          Pay the rent. <span className={styles.keep}>Keep the proof.</span>
        </Title>
        <Text size="lead" className={styles.lead}>
          Hearth sends your rent and bills in USDC straight to your landlord’s wallet. You see it leave, arrive and settle, and the receipt
          is yours.
        </Text>
        <Actions className={styles.actions}>
          <ButtonLink to="/register" variant="primary" size="large">
            Sign up
          </ButtonLink>
          <ButtonLink to="/login" size="large">
            Sign in
          </ButtonLink>
        </Actions>
      </div>
      <TenantPicture />
    </section>
  );
}

function TenantPicture() {
  const { description, cents, merchant, apartment, hash, life } = tenantPayment;
  return (
    <Card as="figure" label="A payment as Hearth shows it" className={styles.picture}>
      <div className={styles.top}>
        <div>
          <Text size="label" muted>
            {description}
          </Text>
          <Amount cents={cents} size={45} unit="USDC" />
        </div>
        <Status of="payment" value="completed" wash flush />
      </div>
      <DescriptionList kind="receipt" className={styles.facts}>
        <Description label="Merchant">{merchant}</Description>
        <Description label="Apartment number">{apartment}</Description>
        <Description label="Transaction">
          <Hash value={hash} copy={false} />
        </Description>
      </DescriptionList>
      <div className={styles.life}>
        <Timeline events={life} />
      </div>
    </Card>
  );
}
