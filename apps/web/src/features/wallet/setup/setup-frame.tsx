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
  /** Whether linking was tried and did not work. */
  hasFailed?: boolean;
  /** Nothing is left to do, so the steps are not shown. */
  settled?: boolean;
  title: ReactNode;
  lead: ReactNode;
  children: ReactNode;
}

/** The wallet setup: its steps at the side, on a phone as one line, and the current one beside them. */
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

/** The buttons of a step; whoever is in the middle of it may leave it for later. */
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

/** Says why the way to the exchange could not begin. */
export function StartFailureNote({ failure: { kind, message } }: { failure: StartFailure }) {
  const title = kind === "noAddress" ? "No redirect URL received" : "Failed to initiate Coinbase authentication";
  return (
    <Alert tone="bad" title={title} announce>
      {message && <p>{message}</p>}
    </Alert>
  );
}
