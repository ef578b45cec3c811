import { useRef, useState, useCallback, useEffect } from "react";
import { TextLink } from "../../../kit/links.tsx";
import { Alert } from "../../../ui/alert.tsx";
import { Stack } from "../../../ui/stack.tsx";
import { StepMeter, type Step, Steps } from "../../../ui/steps.tsx";
import { AuthPage } from "../../../features/auth/auth-page.tsx";
import { AccountStep, AddressStep, BusinessStep, ContactStep } from "./sign-up-steps.tsx";
import { draftStorage, merchantOf, reachableStep, type RegistrationDraft, signUpOf } from "./registration.ts";
import { type RegistrationStep, registrationSteps } from "./steps.ts";
import { Heading } from "../../../ui/typography.tsx";
import styles from "../../../features/auth/auth.module.css";
import { limits } from "@hearth/domain/limits";
import { useNavigate } from "@tanstack/react-router";
import { session } from "../../../lib/session.ts";
import { Button } from "../../../ui/button.tsx";
import { errorCode } from "../../../lib/api-error.ts";
import { trpcClient } from "../../../lib/trpc.ts";
import type { UserInfo } from "../../../lib/user-info.ts";
import { toUserInfo } from "../../../features/auth/actions.ts";
import { byTouch } from "../../../features/auth/touch/by-touch.ts";

const stepTexts: Record<RegistrationStep, Pick<Step, "name" | "detail">> = {
  business: { name: "Business", detail: "What your tenants and customers find you by." },
  contact: { name: "Contact", detail: "Who you are, and how we reach you." },
  address: { name: "Address", detail: "Where the business is." },
  account: { name: "Account", detail: "How you sign in. No approval to wait for." },
};

/** Shows the four steps beside the form. `step` is the current one, or null once all are done. */
function Overview({ step }: { step: RegistrationStep | null }) {
  const current = step === null ? registrationSteps.length : registrationSteps.indexOf(step);
  const stateOf = (index: number) => (index < current ? "done" : index === current ? "now" : "next");
  return (
    <>
      <Heading>Steps</Heading>
      <div className={styles.steps}>
        <Steps label="Steps" steps={registrationSteps.map((id, index) => ({ id, ...stepTexts[id], state: stateOf(index) }))} />
      </div>
    </>
  );
}

interface RegistrationPageProps {
  requestedStep: RegistrationStep;
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

/** A merchant's sign-up in four steps. Going back keeps everything that was entered. */
export function RegistrationPage({ requestedStep, onStep }: RegistrationPageProps) {
  const [storedDraft] = useState(draftStorage.read);
  const draft = useRef(storedDraft);
  const signUp = useSignUpMerchant();
  const step = reachableStep(draft.current, requestedStep);
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
            <CurrentStep
              step={step}
              draft={draft}
              onStep={onStep}
              onEnd={() => signUp.send(draft.current)}
              onTouch={(walletOrigin) => signUp.sendByTouch(walletOrigin, draft.current)}
              onEdit={signUp.forget}
            />
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
  /** Signs up with the draft's password. */
  onEnd: () => Promise<void>;
  /** Signs up with a passkey, which the page of this origin makes. */
  onTouch: (walletOrigin: string) => Promise<void>;
  onEdit: () => void;
}

function CurrentStep({ step, draft, onStep, onEnd, onTouch, onEdit }: CurrentStepProps) {
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
  return <AccountStep {...partOf("account")} onNext={onEnd} onTouch={onTouch} />;
}

/** Success message that redirects to the dashboard. The session starts on leaving, because it changes the shell around this page. */
function Registered({ opened }: { opened: NewSession }) {
  const navigate = useNavigate();
  const goOn = useCallback(() => {
    session.signIn(opened.authToken, opened.user);
    void navigate({ to: "/merchant/dashboard" });
  }, [navigate, opened]);
  useEffect(() => {
    const timer = setTimeout(goOn, limits.successRedirectSeconds * 1_000);
    return () => clearTimeout(timer);
  }, [goOn]);
  return (
    <Alert tone="good" title="Registration successful! Redirecting to your merchant dashboard..." announce>
      <Button onClick={goOn}>Go to the dashboard</Button>
    </Alert>
  );
}

/** The session that the sign-up created. */
interface NewSession {
  authToken: string;
  user: UserInfo;
}

/** Submits the sign-up and returns the new session. `failure` holds the error until the next edit. */
function useSignUpMerchant() {
  const [failure, setFailure] = useState<string | null>(null);
  const [opened, setOpened] = useState<NewSession | null>(null);
  const send = async (draft: RegistrationDraft) => {
    setFailure(null);
    try {
      const send = (proof: { work?: string }) => trpcClient.merchant.signUp.mutate({ ...signUpOf(draft), ...proof });
      const { token, user } = await send({}).catch(async (refusal: unknown) =>
        (await import("../../../features/auth/sign-up-work.ts")).sendWithWork(refusal, send),
      );
      draftStorage.forget();
      setOpened({ authToken: token, user: toUserInfo(user) });
    } catch (error) {
      setFailure(sentenceOf(error));
    }
  };
  const sendByTouch = async (walletOrigin: string, draft: RegistrationDraft) => {
    setFailure(null);
    const outcome = await byTouch(({ signUpMerchantByTouch }) => signUpMerchantByTouch(walletOrigin, merchantOf(draft)));
    if (!outcome.ok) return setFailure(outcome.message);
    draftStorage.forget();
    setOpened(outcome);
  };
  return { failure, opened, send, sendByTouch, forget: () => setFailure(null) };
}

/** Formats the server's message as an error, or returns a default if it has none for users. */
function sentenceOf(error: unknown): string {
  const code = errorCode(error);
  const hasWord = code !== null && code !== "INTERNAL" && error instanceof Error;
  return hasWord ? `Error: ${error.message}` : "Failed to register merchant";
}
