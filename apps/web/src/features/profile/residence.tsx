import { TextLink } from "../../kit/links.tsx";
import { Fact, Facts } from "../../ui/facts.tsx";
import { Section } from "../../ui/page.tsx";
import { Text } from "../../ui/words.tsx";
import type { Account } from "../enrollment/require-enrollment.ts";

/** Whom a consumer pays and where they live, as they said when enrolling. */
export function Residence({ account }: { account: Account }) {
  const { merchant, address, aptNumber, phoneNumber } = account;
  const edit = (
    <TextLink to="/enrollment" search={{ edit: true, from: "/profile" }} size="small">
      {merchant ? "Edit" : "Enroll"}
    </TextLink>
  );
  return (
    <Section title="Enrollment" end={edit} ruled>
      {merchant ? (
        <Facts>
          <Fact label="Merchant">{merchant.name}</Fact>
          <Fact label="Address">{address}</Fact>
          <Fact label="Apartment number">{aptNumber}</Fact>
          <Fact label="Phone number">{phoneNumber}</Fact>
        </Facts>
      ) : (
        <Text muted>You are not enrolled with a merchant yet.</Text>
      )}
    </Section>
  );
}
