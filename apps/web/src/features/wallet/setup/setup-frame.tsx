import type { ReactNode } from "react";
import { TextLink } from "../../../kit/links.tsx";
import { StepMeter, Steps } from "../../../ui/steps.tsx";
import { Heading, Text, Title } from "../../../ui/typography.tsx";
import styles from "./setup.module.css";
import type { WizardStep, WizardWay } from "./wizard-search.ts";
import { stepperOf } from "./wizard-step.ts";
import { Alert } from "../../../ui/alert.tsx";
import type { StartFailure } from "../link/use-link-exchange.ts";

interface SetupFrameProps {
  step: WizardStep;
  way?: WizardWay | undefined;
  hasFailed?: boolean;
  /** True if nothing is left to do. The steps are hidden then. */
  settled?: boolean;
  title: ReactNode;
  lead: ReactNode;
  children: ReactNode;
}

/** Layout of the wallet setup: the steps at the side (one line on a phone) and the current step. */
export function SetupFrame({ step, way, hasFailed, settled = false, title, lead, children }: SetupFrameProps) {
  const main = (
    <section className={styles.main}>
      <Title as={settled ? "h1" : "h2"}>{title}</Title>
      <Text size="lead">{lead}</Text>
      <div className={styles.body}>{children}</div>
    </section>
  );
  if (settled) return main;
  const { steps, number, total } = stepperOf(step, way, hasFailed);
  return (
    <div className={styles.setup}>
      <div>
        <Heading as="h1" size="subheading" className={styles.sideTitle}>
          Wallet setup
        </Heading>
        <div className={styles.stepper}>
          <Steps label="Steps" steps={steps} />
        </div>
        <div className={styles.short}>
          <StepMeter current={number} total={total} done={number === total} />
        </div>
      </div>
      {main}
    </div>
  );
}

/** Buttons of a step, with a link to skip the setup for now. */
export function SetupFoot({ children }: { children?: ReactNode }) {
  return (
    <div className={styles.foot}>
      {children}
      <TextLink to="/dashboard" className={styles.skip}>
        Skip for now
      </TextLink>
    </div>
  );
}

/** Says why the exchange could not be opened. */
export function StartFailureNote({ failure: { kind, message } }: { failure: StartFailure }) {
  const title = kind === "noAddress" ? "No redirect URL received" : "Failed to initiate Coinbase authentication";
  return (
    <Alert tone="bad" title={title} announce>
      {message && <p>{message}</p>}
    </Alert>
  );
}
