import { limits } from "@hearth/domain/limits";
import type { ReactNode } from "react";
import { withFieldGroup } from "../../../kit/form/form.tsx";
import { AmountChips } from "../../../ui/amount-entry.tsx";
import { Note } from "../../../ui/note.tsx";
import { AchNote } from "./ach-note.tsx";
import { typedPayment } from "./one-time-schema.ts";
import styles from "./setup.module.css";
import type { Payee } from "./use-payee.ts";

interface AmountPartProps {
  payee: Pick<Payee, "name" | "walletAddress"> | null;
  /** Further fields, below the amount. */
  more?: ReactNode;
}

/** The field of a form that holds the amount, by its own name. */
export const amountFieldName = { amount: "amount" } as const;

const props: AmountPartProps = { payee: null };

/** The half of a form that pays a merchant once: how much, and what is to be known about paying it. */
export const AmountPart = withFieldGroup({
  defaultValues: { amount: "" },
  props,
  render: function Part({ group, payee, more }) {
    return (
      <div className={styles.form}>
        {payee?.walletAddress === null && (
          <Note tone="waiting" title={`${payee.name} has not set up their wallet address yet`}>
            As soon as they have, you can pay here.
          </Note>
        )}
        <group.AppField name="amount">
          {(field) => (
            <div className={styles.amount}>
              <field.AmountField label="Amount" hint="Enter amount between $1.00 - $10,000.00" />
              <AmountChips amounts={limits.quickAmountsCents} value={field.state.value} onChange={field.handleChange} />
            </div>
          )}
        </group.AppField>
        {more}
        <group.Subscribe selector={({ values }) => typedPayment(values).cents}>{(cents) => <AchNote cents={cents} />}</group.Subscribe>
      </div>
    );
  },
});
