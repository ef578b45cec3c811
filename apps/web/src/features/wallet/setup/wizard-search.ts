import { oneOf, type SearchOf, searchOf, text } from "../../../lib/search.ts";
import { linkOutcomeSearch } from "../link/link-search.ts";

/** The specified steps: account check, create account, sign-up options, link account, verifying, connected. */
export const wizardSteps = [1, 2, 2.5, 3, 4, 5] as const;
export type WizardStep = (typeof wizardSteps)[number];

/** Kinds of setup: with an existing exchange account, a new one, or a wallet of their own. */
export const wizardWays = ["existing", "new", "wallet"] as const;
export type WizardWay = (typeof wizardWays)[number];

/** Search parameters of the setup, so that Back and reload work. */
export const wizardSearch = searchOf({
  ...linkOutcomeSearch,
  step: oneOf(wizardSteps),
  way: oneOf(wizardWays),
  /** The page that the user came from, and returns to afterwards. */
  from: text(),
});
export type WizardSearch = SearchOf<typeof wizardSearch>;
