import { oneOf, type SearchOf, searchOf, text } from "../../../lib/search.ts";
import { linkOutcomeSearch } from "../link/link-search.ts";

/** The specified steps: account check, create account, its sign-up options, link account, verifying, connected. */
export const wizardSteps = [1, 2, 2.5, 3, 4, 5] as const;
export type WizardStep = (typeof wizardSteps)[number];

/** How somebody goes: with an account at the exchange, with one that is to be made, or with a wallet of their own. */
export const wizardWays = ["existing", "new", "wallet"] as const;
export type WizardWay = (typeof wizardWays)[number];

/** What the setup's address holds, so that going back and reloading work. */
export const wizardSearch = searchOf({
  ...linkOutcomeSearch,
  step: oneOf(wizardSteps),
  way: oneOf(wizardWays),
  /** Where its visitor came from, and goes on to afterwards. */
  from: text(),
});
export type WizardSearch = SearchOf<typeof wizardSearch>;
