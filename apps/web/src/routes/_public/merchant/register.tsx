import { createFileRoute } from "@tanstack/react-router";
import { oneOf, searchOf } from "../../../lib/search.ts";
import { RegistrationPage } from "../../../areas/merchant/register/registration-page.tsx";
import { registrationSteps } from "../../../areas/merchant/register/steps.ts";
import { useTitle } from "../../../lib/use-title.ts";

export const Route = createFileRoute("/_public/merchant/register")({
  validateSearch: searchOf({ step: oneOf(registrationSteps) }),
  component: MerchantRegister,
});

function MerchantRegister() {
  useTitle("Create a merchant account");
  const { step = "business" } = Route.useSearch();
  const navigate = Route.useNavigate();
  return <RegistrationPage requestedStep={step} onStep={(next) => void navigate({ search: { step: next } })} />;
}
