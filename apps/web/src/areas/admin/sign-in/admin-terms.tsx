import { Fact, Facts } from "../../../ui/facts.tsx";
import { Heading } from "../../../ui/words.tsx";

/** What holds in the admin area, beside its sign-in. */
export function AdminTerms() {
  return (
    <>
      <Heading>For administrators</Heading>
      <Facts kind="stacked">
        <Fact label="A sign-in of its own">Being signed in to Hearth does not open this area, and this sign-in opens nothing else.</Fact>
        <Fact label="A second factor">The code of an authenticator app as well, for whoever has switched it on in the settings.</Fact>
        <Fact label="It ends by itself">After 30 minutes without use, and after 8 hours in any case.</Fact>
        <Fact label="Everything is written down">Each sign-in and each change, with who, when, from where, before and after.</Fact>
      </Facts>
    </>
  );
}
