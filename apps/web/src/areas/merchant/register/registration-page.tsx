import { useRef, useState } from "react";
import { addressStep } from "@hearth/domain/merchants/business";
import { TextLink } from "../../../kit/links.tsx";
import { Alert } from "../../../ui/alert.tsx";
import { Stack } from "../../../ui/stack.tsx";
import { StepMeter } from "../../../ui/step-meter.tsx";
import { AuthPage } from "../../../features/auth/auth-page.tsx";
import { AccountStep } from "./account-step.tsx";
import { BusinessStep } from "./business-step.tsx";
import { ContactStep } from "./contact-step.tsx";
import { draftStorage } from "./draft-storage.ts";
import { Registered } from "./registered.tsx";
import { reachableStep, type RegistrationDraft, type RegistrationStep, registrationSteps } from "./registration.ts";
import { useSignUpMerchant } from "./use-sign-up-merchant.ts";
import { useAppForm } from "../../../kit/form/form.tsx";
import { addressFieldNames, AddressFields } from "../address-fields.tsx";
import { StepForm, type StepProps } from "./step-form.tsx";
import { type Step, Steps } from "../../../ui/steps.tsx";
import { Heading } from "../../../ui/typography.tsx";
import styles from "../../../features/auth/auth.module.css";

const words: Record<RegistrationStep, Pick<Step, "name" | "detail">> = {
  business: { name: "Business", detail: "What your tenants and customers find you by." },
  contact: { name: "Contact", detail: "Who you are, and how we reach you." },
  address: { name: "Address", detail: "Where the business is." },
  account: { name: "Account", detail: "A password, and you are in. No approval to wait for." },
};

/** The four steps beside the form, and which one it is; none is once all are done. */
function Overview({ step }: { step: RegistrationStep | null }) {
  const current = step === null ? registrationSteps.length : registrationSteps.indexOf(step);
  const stateOf = (index: number) => (index < current ? "done" : index === current ? "now" : "next");
  return (
    <>
      <Heading>Steps</Heading>
      <div className={styles.steps}>
        <Steps label="Steps" steps={registrationSteps.map((id, index) => ({ id, ...words[id], state: stateOf(index) }))} />
      </div>
    </>
  );
}

interface RegistrationPageProps {
  wanted: RegistrationStep;
  onStep: (step: RegistrationStep) => void;
}

const links = [
  <>
    Already a merchant? <TextLink to="/merchant/login">Merchant sign in</TextLink>
  </>,
  <>
    Paying rent or bills? <TextLink to="/register">Sign up</TextLink>
  </>,
];

/** A merchant's sign-up in four steps; going back loses nothing that was entered. */
export function RegistrationPage({ wanted, onStep }: RegistrationPageProps) {
  const [kept] = useState(draftStorage.read);
  const draft = useRef(kept);
  const signUp = useSignUpMerchant();
  const step = reachableStep(draft.current, wanted);
  return (
    <AuthPage
      title="Create a merchant account"
      lead="Your business on Hearth, in four short steps."
      form={
        signUp.opened ? (
          <Registered opened={signUp.opened} />
        ) : (
          <Stack>
            <StepMeter current={registrationSteps.indexOf(step) + 1} total={registrationSteps.length} />
            {signUp.failure && <Alert tone="bad" title={signUp.failure} announce />}
            <CurrentStep step={step} draft={draft} onStep={onStep} onEnd={() => signUp.send(draft.current)} onEdit={signUp.forget} />
          </Stack>
        )
      }
      others={signUp.opened ? [] : links}
      aside={<Overview step={signUp.opened ? null : step} />}
      asideWideOnly
    />
  );
}

interface CurrentStepProps {
  step: RegistrationStep;
  draft: { current: RegistrationDraft };
  onStep: (step: RegistrationStep) => void;
  onEnd: () => Promise<void>;
  onEdit: () => void;
}

function CurrentStep({ step, draft, onStep, onEnd, onEdit }: CurrentStepProps) {
  const number = registrationSteps.indexOf(step);
  const goTo = (index: number) => onStep(registrationSteps[index] ?? "business");
  const partOf = <Name extends RegistrationStep>(name: Name) => ({
    initial: draft.current[name],
    onEdit: (values: RegistrationDraft[Name]) => {
      draft.current = { ...draft.current, [name]: values };
      draftStorage.keep(draft.current);
      onEdit();
    },
    onBack: () => goTo(number - 1),
    onNext: async () => goTo(number + 1),
  });
  if (step === "business") return <BusinessStep {...partOf("business")} />;
  if (step === "contact") return <ContactStep {...partOf("contact")} />;
  if (step === "address") return <AddressStep {...partOf("address")} />;
  return <AccountStep {...partOf("account")} onNext={onEnd} />;
}

/** Third step: where it is. */
function AddressStep({ initial, onEdit, onBack, onNext }: StepProps<RegistrationDraft["address"]>) {
  const form = useAppForm({
    defaultValues: initial,
    schema: addressStep,
    onEdit,
    onSubmit: () => onNext(),
  });
  return (
    <StepForm label="Address" form={form} onBack={onBack}>
      <AddressFields form={form} fields={addressFieldNames} optional={false} />
    </StepForm>
  );
}
