import { limits } from "@hearth/domain/limits";
import { TextLink } from "../../../kit/links.tsx";
import { InfoPage, InfoSection } from "./info-page.tsx";

const megabytes = limits.disputeDocumentMaxBytes / 1024 / 1024;

/** How disputes go. */
export function ResolutionsPage() {
  return (
    <InfoPage title="Resolutions" lead="What happens when you have paid and something was not right.">
      <InfoSection title="Filing a dispute">
        <p>
          Open the payment in your <TextLink to="/payment-history">payment history</TextLink> and say what is wrong and how much of the
          payment it concerns. A completed payment can be disputed for {limits.disputeWindowDays} days from its date.
        </p>
        <p>
          Up to {limits.disputeDocumentMaxCount} documents of {megabytes} MB each can go with it: PDF, JPG, PNG, DOC or DOCX. Only you, your
          merchant and Hearth’s administrators can open them.
        </p>
      </InfoSection>
      <InfoSection title="While it is open">
        <p>You, your merchant and the administrators write to each other under the dispute. Everybody sees who wrote what, and when.</p>
        <p>
          You may cancel it while it is open, and reopen it within the {limits.disputeWindowDays} days. A payment has one open dispute at
          most.
        </p>
      </InfoSection>
      <InfoSection title="How it ends">
        <ul>
          <li>
            <strong>Approved.</strong> The administrators decide that you are owed money back, and how much of it.
          </li>
          <li>
            <strong>Denied.</strong> The payment stands, and the reason is written under the dispute.
          </li>
        </ul>
        <p>A decision is made once and is final on Hearth.</p>
      </InfoSection>
      <InfoSection title="Getting the money back">
        <p>
          A transfer of USDC cannot be pulled back, by Hearth or by anybody. What is approved is owed by the merchant, who has the money in
          their own wallet and sends it to you from there.
        </p>
      </InfoSection>
    </InfoPage>
  );
}
