import { expect, it } from "vitest";
import { page } from "vitest/browser";
import { answers, inputsOf } from "../../../testing/answers.ts";
import { testFormErrors } from "../../../testing/press.ts";
import { account, business, merchantStats, network } from "../../../testing/records.ts";
import { openPage, show, signIn } from "../../../testing/render.tsx";
import { refuse } from "../../../testing/taken.ts";
import { BusinessForm } from "./business-form.tsx";
import { PasteWallet } from "./paste-wallet.tsx";

const factor = { enabledAt: null, recoveryCodesLeft: 0, passkeys: 0, hasPassword: true, isRequired: false };
const right = {
  name: "Juniper Court",
  description: "Forty-one homes",
  contactName: "Ada Lang",
  phoneNumber: "555 0199",
  email: "office@juniper.test",
  street: "1 Court Street",
  city: "Austin",
  state: "TX",
  zipCode: "78701",
};

testFormErrors({
  label: "Business Information",
  open: () => {
    answers({ "merchant.editBusiness": refuse });
    return show(<BusinessForm business={business()} />);
  },
  valid: right,
  invalid: {
    "nothing entered": {
      values: { name: "", contactName: "", phoneNumber: "", email: "", street: "", city: "", state: "", zipCode: "" },
      messages: {
        name: "Business name is required",
        contactName: "Contact name is required",
        phoneNumber: "Phone number is required",
        email: "Email is required",
        street: "Street address is required",
        city: "City is required",
        state: "State is required",
        zipCode: "ZIP code is required",
      },
    },
    "a wrong email, a comma and half a ZIP code": {
      values: { email: "office", city: "Austin, Texas", zipCode: "787" },
      messages: {
        email: "Please enter a valid email address",
        city: "Please leave out commas",
        zipCode: "Please enter a ZIP code of 5 digits, or 5 and 4",
      },
    },
  },
  acceptedCount: () => inputsOf("merchant.editBusiness").length,
});

testFormErrors({
  label: "Wallet Address",
  open: () => {
    answers({
      "auth.secondFactor": () => factor,
      "merchant.setPayoutWallet": refuse,
      "payments.network": () => network({ payoutChangeHours: 24 }),
    });
    return show(<PasteWallet business={business()} />);
  },
  valid: { walletAddress: `0x${"1".repeat(40)}`, password: "hearth-demo-2026" },
  invalid: {
    "nothing entered": {
      values: { walletAddress: "", password: "" },
      messages: { walletAddress: "Please enter a valid wallet address", password: "Please enter your password" },
    },
    "half an address": { values: { walletAddress: "0x71C3" }, messages: { walletAddress: "Please enter a valid wallet address" } },
    "another wallet without the password": { values: { password: "" }, messages: { password: "Please enter your password" } },
  },
  acceptedCount: () => inputsOf("merchant.setPayoutWallet").length,
});

it("has a merchant's own profile and password beside the business's settings, also at the payer's address", async () => {
  answers({
    "auth.me": () => account({ role: "merchant" }),
    "auth.secondFactor": () => factor,
    "auth.emailStanding": () => ({ email: "maya@hearth.test", confirmed: true, newEmail: null, returned: null }),
    "merchant.stats": () => merchantStats(),
    "merchant.business": () => business(),
    "merchant.oddTransfers": () => ({ items: [], nextCursor: null, openCount: 0 }),
    "payments.network": () => network(),
  });
  signIn({ role: "merchant" });
  const router = await openPage("/profile");
  await expect.poll(() => router.state.location.href).toBe("/merchant/settings?tab=profile");
  await expect.element(page.getByRole("tab", { name: "Your Profile" })).toHaveAttribute("aria-selected", "true");
  await expect.element(page.getByLabelText("Email")).toBeVisible();
  await expect.element(page.getByRole("button", { name: "Change password" })).toBeVisible();
});
