import { sendAmount } from "@hearth/domain/passkey-wallet/sends";
import { z } from "zod";
import { FormDialog } from "../../../kit/form/form-dialog.tsx";
import { useAppForm } from "../../../kit/form/form.tsx";
import { errorMessage, fieldErrors } from "../../../lib/api-error.ts";
import { type Outputs, trpc } from "../../../lib/trpc.ts";
import { toast } from "../../../ui/toast-manager.ts";
import { Text } from "../../../ui/typography.tsx";

interface DeleteWalletDialogProps {
  address: string;
  contents: Outputs["passkeyWallet"]["contents"];
  onClose: () => void;
}

/** Deletes the passkey wallet after it has shown what is in it. While money is in it, its owner repeats the address. */
export function DeleteWalletDialog({ address, contents, onClose }: DeleteWalletDialogProps) {
  const remove = trpc.passkeyWallet.remove.useMutation();
  const holds = contents.usdcUnits !== "0";
  const form = useAppForm({
    about: address,
    defaultValues: { address: "" },
    schema: z.object({ address: z.string().refine((text) => !holds || isSame(text, address), "Please type the wallet's address exactly") }),
    onSubmit: async (typed) => {
      try {
        await remove.mutateAsync(holds ? { address: typed.address.trim() } : {});
        toast.success("Your passkey wallet is deleted");
        onClose();
      } catch (error) {
        const problem = fieldErrors(error)["address"];
        return problem === undefined || !holds ? errorMessage(error) : { fields: { address: problem } };
      }
    },
  });
  return (
    <FormDialog form={form} title="Delete your passkey wallet?" action="Delete the wallet" danger leave="Keep it" onClose={onClose}>
      <Text>
        {holds
          ? `There is ${sendAmount(BigInt(contents.usdcUnits))} in it. Send it out first: Hearth will not pay from this wallet any more.`
          : "It is empty."}
        {usesOf(contents)}
      </Text>
      <Text>You can put it back here at any time. Its passkeys and its recovery code still open it then.</Text>
      {holds && (
        <form.AppField name="address">
          {(field) => (
            <field.TextField
              label="The wallet's address"
              hint={`To delete it with the money in it, type ${address}`}
              autoComplete="off"
              autoCapitalize="none"
              spellCheck={false}
            />
          )}
        </form.AppField>
      )}
    </FormDialog>
  );
}

function isSame(text: string, address: string): boolean {
  return text.trim().toLowerCase() === address.toLowerCase();
}

/** Says what the account has under way that needs the wallet. */
function usesOf({ scheduledPayments, openPayments }: DeleteWalletDialogProps["contents"]): string {
  const scheduled =
    scheduledPayments === 1 ? "A scheduled payment that it signed" : `${scheduledPayments} scheduled payments that it signed`;
  const open = openPayments === 1 ? "one open payment" : `${openPayments} open payments`;
  return [
    ...(scheduledPayments > 0 ? [` ${scheduled} will not be sent.`] : []),
    ...(openPayments > 0 ? [` You have ${open}, which you will have to pay from another wallet.`] : []),
  ].join("");
}
