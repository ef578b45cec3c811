import { type Step, Steps } from "../../../ui/steps.tsx";
import { Heading } from "../../../ui/words.tsx";
import styles from "../../../features/auth/auth.module.css";
import { type RegistrationStep, registrationSteps } from "./registration.ts";

const words: Record<RegistrationStep, Pick<Step, "name" | "detail">> = {
  business: { name: "Business", detail: "What your tenants and customers find you by." },
  contact: { name: "Contact", detail: "Who you are, and how we reach you." },
  address: { name: "Address", detail: "Where the business is." },
  account: { name: "Account", detail: "A password, and you are in. No approval to wait for." },
};

/** The four steps beside the form, and which one it is; none is once all are done. */
export function Overview({ step }: { step: RegistrationStep | null }) {
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
