import { addressInput } from "@hearth/domain/wallet/inputs";
import { z } from "zod";
import { AppForm, useAppForm } from "../../../kit/form/form.tsx";
import type { Outputs } from "../../../lib/trpc.ts";
import { needsPassword, passwordHint, useProtectedWallet } from "./password-rule.ts";
import { PayoutWaitNote } from "./payout-wait-note.tsx";
import styles from "./settings.module.css";
import { useSetWallet } from "./use-set-wallet.ts";

/** Schema of the form. The password is required if the wallet replaces another. */
function pasteForm(current: string | null) {
  return z.object({ walletAddress: z.string().trim().pipe(addressInput), password: z.string() }).superRefine((form, context) => {
    if (!needsPassword(current, form.walletAddress) || form.password !== "") return;
    context.addIssue({ code: "custom", path: ["password"], message: "Please enter your password" });
  });
}

/** Form for an address. Ownership of the wallet is not proven. */
export function PasteWallet({
  business: { walletAddress: current },
}: {
  business: Pick<Outputs["merchant"]["business"], "walletAddress">;
}) {
  const setWallet = useSetWallet();
  const protectedWallet = useProtectedWallet(current);
  const form = useAppForm({
    defaultValues: { walletAddress: "", password: "" },
    schema: pasteForm(protectedWallet),
    onSubmit: async ({ walletAddress, password }) => {
      const refusal = await setWallet({ walletAddress, ...(password !== "" && { password }) });
      if (refusal !== null) return refusal;
      form.reset();
    },
  });
  return (
    <AppForm form={form} label="Wallet Address" className={styles.way}>
      <form.AppField name="walletAddress">
        {(field) => (
          <field.TextField
            label="Wallet address"
            placeholder="0x…"
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            hint="On Base. Check each character: money that goes to a wrong address cannot be brought back."
          />
        )}
      </form.AppField>
      {protectedWallet !== null && (
        <form.AppField name="password">
          {(field) => <field.PasswordField label="Your password" autoComplete="current-password" hint={passwordHint} />}
        </form.AppField>
      )}
      <PayoutWaitNote current={current} />
      <div>
        <form.SubmitButton variant="plain">Update wallet address</form.SubmitButton>
      </div>
    </AppForm>
  );
}
