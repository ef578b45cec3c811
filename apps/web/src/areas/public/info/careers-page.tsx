import { InfoPage, InfoSection } from "./info-page.tsx";

/** Work at Hearth: none at the moment. */
export function CareersPage() {
  return (
    <InfoPage title="Careers" lead="There are no open positions at the moment.">
      <InfoSection title="When that changes">
        <p>An opening will stand on this page, with what the work is and how to apply. Hearth keeps no list of people who asked earlier.</p>
      </InfoSection>
      <InfoSection title="Whom it would suit">
        <p>
          People who like small, exact things: a figure that is right to the cent, a sentence that says what happened, a failure that loses
          nobody’s money.
        </p>
      </InfoSection>
    </InfoPage>
  );
}
