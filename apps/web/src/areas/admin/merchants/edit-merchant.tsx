import type { z } from "zod";
import { useAppForm } from "../../../kit/form/form.tsx";
import { specifiedMessage } from "../../../lib/api-error.ts";
import { trpc, type Outputs } from "../../../lib/trpc.ts";
import { Alert } from "../../../ui/alert.tsx";
import { Hash } from "../../../ui/hash.tsx";
import { toast } from "../../../ui/toast-manager.ts";
import { BusinessTypeOptions } from "../../../features/enrollment/business-types.tsx";
import { EditFrame } from "../../../kit/edit/edit-frame.tsx";
import { StatusOptions } from "../../../kit/status/status.tsx";
import { editMerchantSchema, isOtherWallet } from "./edit-merchant-schema.ts";

type Merchant = Outputs["admin"]["merchant"];

/** Form that edits a merchant. Rejects the change if somebody else edited it meanwhile. A new wallet requires the admin's password. */
export function EditMerchant({ merchant, onClose }: { merchant: Merchant; onClose: () => void }) {
  const utils = trpc.useUtils();
  const edit = trpc.admin.editMerchant.useMutation();
  const merchantId = merchant._id;
  const schema = editMerchantSchema(merchant.walletAddress);
  const { name, businessType, email, phoneNumber, status } = merchant;
  const form = useAppForm({
    defaultValues: {
      name,
      businessType,
      email,
      phoneNumber,
      walletAddress: merchant.walletAddress ?? "",
      status,
      password: "",
    } satisfies z.input<typeof schema>,
    version: merchant.updatedAt,
    schema,
    onSubmit: async ({ password, ...fields }, updatedAt) => {
      try {
        const saved = await edit.mutateAsync({ ...fields, ...(password !== "" && { password }), merchantId, updatedAt });
        utils.admin.merchant.setData({ merchantId }, saved);
        toast.success("Merchant updated");
        onClose();
      } catch (error) {
        return specifiedMessage(error, "Failed to update merchant");
      }
    },
  });

  return (
    <EditFrame form={form} label="Edit merchant" onCancel={onClose} busy={edit.isPending}>
      <form.AppField name="name">{(field) => <field.TextField label="Business name" autoComplete="off" />}</form.AppField>
      <form.AppField name="businessType">
        {(field) => (
          <field.SelectField label="Business type">
            <BusinessTypeOptions />
          </field.SelectField>
        )}
      </form.AppField>
      <form.AppField name="email">{(field) => <field.TextField label="Email" type="email" autoComplete="off" />}</form.AppField>
      <form.AppField name="phoneNumber">{(field) => <field.TextField label="Phone number" type="tel" autoComplete="off" />}</form.AppField>
      <form.AppField name="walletAddress">
        {(field) => (
          <field.TextField
            label="Wallet address"
            optional
            autoComplete="off"
            spellCheck={false}
            hint="Where this merchant is paid. Another one counts for new checkouts only; without one no one can pay."
          />
        )}
      </form.AppField>
      <form.Subscribe selector={({ values }) => isOtherWallet(values.walletAddress, merchant.walletAddress)}>
        {(isOther) =>
          isOther && (
            <form.AppField name="password">
              {(field) => (
                <field.PasswordField
                  label="Your password"
                  autoComplete="current-password"
                  hint="Changing where money goes asks for it once more."
                />
              )}
            </form.AppField>
          )
        }
      </form.Subscribe>
      <form.Subscribe selector={({ values }) => values.status === "active"}>
        {(isActive) =>
          isActive && merchant.status === "suspended" && merchant.pendingWallet && <WaitingWallet pending={merchant.pendingWallet} />
        }
      </form.Subscribe>
      <form.AppField name="status">
        {(field) => (
          <field.SelectField
            label="Status"
            hint="A change takes effect right away. Inactive and suspended merchants take no new checkouts."
          >
            <StatusOptions />
          </field.SelectField>
        )}
      </form.AppField>
    </EditFrame>
  );
}

/** Warns that activating a suspended business resumes its pending payout wallet change. */
function WaitingWallet({ pending }: { pending: NonNullable<Merchant["pendingWallet"]> }) {
  return (
    <Alert tone="waiting" title="A change of the payout wallet waits">
      Once the business is active, its owner gets another email and has the full time to stop the change. Then the business is paid to{" "}
      <Hash value={pending.walletAddress} shape="detail" what="new wallet address" />. If you do not trust it, stop it first.
    </Alert>
  );
}
