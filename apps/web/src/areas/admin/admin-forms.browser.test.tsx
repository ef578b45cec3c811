import { expect } from "vitest";
import { page } from "vitest/browser";
import { answers, inputsOf } from "../../testing/answers.ts";
import { enter, formNamed, testFormErrors } from "../../testing/press.ts";
import { adminMerchant, adminUser, dispute } from "../../testing/records.ts";
import { show } from "../../testing/render.tsx";
import { refuse } from "../../testing/taken.ts";
import { ResolveForm } from "./disputes/resolve-form.tsx";
import { EditMerchant } from "./merchants/edit-merchant.tsx";
import { NewMerchant } from "./merchants/new-merchant.tsx";
import { AdminSettings } from "./settings/admin-settings.tsx";
import { UndoForm } from "./unmatched/undo-form.tsx";
import { EditUser } from "./users/edit-user.tsx";

const nothing = () => undefined;
const otherWallet = `0x${"1".repeat(40)}`;

testFormErrors({
  label: "Edit user",
  open: () => {
    answers({ "admin.editUser": refuse });
    return show(<EditUser user={adminUser()} onClose={nothing} />);
  },
  valid: { firstName: "Maya", lastName: "Okafor", email: "maya@hearth.test", phoneNumber: "", walletAddress: "" },
  invalid: {
    "nothing entered": {
      values: { firstName: "", lastName: "", email: "" },
      messages: { firstName: "First name is required", lastName: "Last name is required", email: "Email is required" },
    },
    "a wrong email, too long a phone number and half a wallet": {
      values: { email: "maya", phoneNumber: "5".repeat(41), walletAddress: "0x71" },
      messages: {
        email: "Please enter a valid email address",
        phoneNumber: "Please use at most 40 characters",
        walletAddress: "Please enter a valid wallet address",
      },
    },
  },
  acceptedCount: () => inputsOf("admin.editUser").length,
});

testFormErrors({
  label: "Edit merchant",
  open: () => {
    answers({ "admin.editMerchant": refuse });
    return show(<EditMerchant merchant={adminMerchant()} onClose={nothing} />);
  },
  valid: {
    name: "Juniper Court",
    email: "office@juniper.test",
    phoneNumber: "555 0199",
    walletAddress: adminMerchant().walletAddress ?? "",
  },
  invalid: {
    "nothing entered": {
      values: { name: "", email: "", phoneNumber: "" },
      messages: { name: "Business name is required", email: "Email is required", phoneNumber: "Phone number is required" },
    },
  },
  acceptedCount: () => inputsOf("admin.editMerchant").length,
});

testFormErrors({
  label: "Edit merchant",
  opensTyped: true,
  open: async () => {
    answers({ "admin.editMerchant": refuse });
    await show(<EditMerchant merchant={adminMerchant()} onClose={nothing} />);
    enter(await formNamed("Edit merchant"), { walletAddress: otherWallet });
    await expect.element(page.getByLabelText("Your password")).toBeVisible();
  },
  valid: { email: "office@juniper.test", walletAddress: otherWallet, password: "hearth-demo-2026" },
  invalid: {
    "a wrong email, half a wallet and no password": {
      values: { email: "office", walletAddress: "0x71", password: "" },
      messages: {
        email: "Please enter a valid email address",
        walletAddress: "Please enter a valid wallet address",
        password: "Please enter your password to change where this merchant is paid",
      },
    },
    "another wallet without the password": {
      values: { password: "" },
      messages: { password: "Please enter your password to change where this merchant is paid" },
    },
  },
  acceptedCount: () => inputsOf("admin.editMerchant").length,
});

const newMerchant = {
  name: "Juniper Court",
  businessType: "apartment",
  description: "Forty homes",
  email: "office@juniper.test",
  phoneNumber: "555 0199",
  walletAddress: "",
  street: "1 Court Street",
  city: "Austin",
  state: "TX",
  zipCode: "78701",
  firstName: "Ada",
  lastName: "Lang",
  ownerEmail: "landlord@hearth.test",
};

testFormErrors({
  label: "Add merchant",
  open: () => {
    answers({ "admin.createMerchant": refuse });
    return show(<NewMerchant />);
  },
  valid: newMerchant,
  invalid: {
    "nothing entered": {
      values: Object.fromEntries(Object.keys(newMerchant).map((name) => [name, ""])),
      messages: {
        name: "Business name is required",
        businessType: "Business type is required",
        description: "Business description is required",
        email: "Email is required",
        phoneNumber: "Phone number is required",
        street: "Street address is required",
        city: "City is required",
        state: "State is required",
        zipCode: "ZIP code is required",
        firstName: "First name is required",
        lastName: "Last name is required",
        ownerEmail: "Email is required",
      },
    },
    "wrong emails and half a wallet": {
      values: { email: "office", walletAddress: "0x71", ownerEmail: "ada@" },
      messages: {
        email: "Please enter a valid email address",
        walletAddress: "Please enter a valid wallet address",
        ownerEmail: "Please enter a valid email address",
      },
    },
  },
  acceptedCount: () => inputsOf("admin.createMerchant").length,
});

testFormErrors({
  label: "Change password",
  open: () => {
    answers({ "admin.changePassword": refuse, "admin.secondFactor": refuse, "admin.mailPreferences": refuse, "admin.passkeys": refuse });
    return show(<AdminSettings />);
  },
  valid: { currentPassword: "hearth-demo-2026", newPassword: "a long password", confirmPassword: "a long password" },
  invalid: {
    "nothing entered": {
      values: { currentPassword: "", newPassword: "", confirmPassword: "" },
      messages: { currentPassword: "Please enter your current password", newPassword: "Please enter a new password" },
    },
    "a short password, unequal": {
      values: { newPassword: "short", confirmPassword: "other" },
      messages: { newPassword: "New password must be at least 8 characters", confirmPassword: "New passwords do not match" },
    },
  },
  acceptedCount: () => inputsOf("admin.changePassword").length,
});

testFormErrors({
  label: "Undo the attachment",
  open: () => {
    answers({ "admin.detachTransfer": refuse });
    return show(<UndoForm transferId="trf_1" onDone={nothing} />);
  },
  valid: { reason: "It was the rent of another apartment" },
  invalid: { "no reason": { values: { reason: " \n" }, messages: { reason: "Please provide a reason" } } },
  acceptedCount: () => inputsOf("admin.detachTransfer").length,
});

testFormErrors({
  label: "Resolve this dispute",
  open: async () => {
    answers({ "disputes.close": refuse, "disputes.getForAdmin": () => dispute() });
    await show(<ResolveForm dispute={dispute()} onLate={nothing} />);
    await page.getByRole("radio", { name: /Approved/ }).click();
  },
  valid: { chargebackAmount: "120", resultReason: "The heating was off for a week" },
  invalid: {
    "nothing entered": {
      values: { chargebackAmount: "", resultReason: "" },
      messages: { chargebackAmount: "Please enter a valid chargeback amount", resultReason: "Please provide a reason for the resolution" },
    },
    "more than was disputed": {
      values: { chargebackAmount: "120.01" },
      messages: { chargebackAmount: "At most $120.00, the amount disputed" },
    },
  },
  acceptedCount: () => inputsOf("disputes.close").length,
});
