import { TextLink } from "../../kit/links.tsx";
import { Fact, Facts } from "../../ui/facts.tsx";

/** What the product tells by itself, and where. There is nothing to choose while it sends nothing. */
export function Notifications() {
  return (
    <Facts>
      <Fact label="In Hearth">
        Payments, receipts and disputes appear on your <TextLink to="/dashboard">dashboard</TextLink> as they happen.
      </Fact>
      <Fact label="Email">Hearth sends no email yet.</Fact>
      <Fact label="Push and text messages">None.</Fact>
    </Facts>
  );
}
