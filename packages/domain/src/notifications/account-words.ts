import { formatUsd } from "../money.ts";
import { wordingFor } from "../merchants/party-words.ts";
import type { StaffRole } from "../merchants/staff-roles.ts";
import { formatMoment } from "../moment.ts";
import { sendFailureWords } from "../passkey-wallet/sends.ts";
import { dueDayWords } from "../rent/due-day.ts";
import { owedFacts, owedSentence, payeeFact } from "./rent-words.ts";
import type { EventOf, WordsOf } from "./wording.ts";

const notYou = "If it was not you, choose a new password right away. That signs out every other device.";

/** The link in mails about a change of email. */
const keepEmail = { label: "Keep this email", path: "/keep-email#{token}" };
/** The link in mails about everything else that a thief may do with an account. It leads to the same page. */
const takeBack = { label: "Not you? Secure your account", path: "/keep-email#{token}" };
const takeBackWords =
  "If it was not you, take your account back. The link works once, for 7 days, and you do not need to sign in. Every device is signed out, what was changed in your account since the day before is undone, and you choose a new password.";
const unlessYou = (canUndo: true | undefined) => (canUndo ? takeBackWords : notYou);
const keepWords =
  "The link works once, for 7 days, and you do not need to sign in. Your account keeps this email, every device is signed out, and you choose a new password.";

const roleWords: Record<StaffRole, string> = {
  owner: "You can do everything there, like the owner.",
  manager: "You can answer disputes, send refunds, and manage rent and unmatched money.",
  viewer: "You can see everything there.",
};

/** Names a time zone by its place: `New York time`. */
const zoneName = (zone: string): string => `${(zone.split("/").at(-1) ?? zone).replaceAll("_", " ")} time`;

const staffRoleNames: Record<StaffRole, string> = { owner: "owner", manager: "manager", viewer: "viewer" };
const staffWords = {
  invited: ({ by, email, merchant }: StaffChanged) => `${by} invited ${email} to work with ${merchant}`,
  joined: ({ by, email, merchant }: StaffChanged) => `${by} (${email}) works with ${merchant} now`,
  roleChanged: ({ by, email, merchant }: StaffChanged) => `${by} changed the role of ${email} at ${merchant}`,
  removed: ({ by, email, merchant }: StaffChanged) => `${by} removed ${email} from ${merchant}`,
};
const staffTitles: Record<StaffChanged["change"], string> = {
  invited: "Someone was invited to your business",
  joined: "Someone joined your business",
  roleChanged: "A role at your business was changed",
  removed: "Someone was removed from your business",
};

const walletWords = {
  linked: "A wallet was linked to your account. Payments from it count as yours, and refunds may be sent to it.",
  unlinked: "A wallet was unlinked from your account. Refunds of what it paid may ask you for another one.",
};
const passkeyWalletWords =
  "A passkey wallet was made in your account. Only its passkeys and its recovery code open it. Payments from it count as yours, and refunds may be sent to it.";
const walletPasskeyWords = {
  added: "A passkey was added that opens your passkey wallet. Anyone who can use it can pay with your wallet.",
  removed:
    "A passkey was removed from your passkey wallet. Hearth does not open the wallet with it any more. The wallet's address is the same.",
};
const payoutWalletWords = {
  linked: "Your business is paid into this wallet, and no one else can link it.",
  unlinked: "Your business is not paid into this wallet any more.",
};

const seeWallet = { label: "See your wallet", path: "/settings" };
const seePayoutWallet = { label: "See your payout wallet", path: "/merchant/settings" };

const stoppedWords = {
  business: "Someone who works for your business stopped it.",
  administrator: "An administrator of Hearth stopped it. If you did ask for this wallet, please write to us.",
  otherBusiness: "Another business has shown meanwhile that the wallet is its own. If it is yours, sign with it in your settings.",
};

type StaffChanged = EventOf["staffChanged"];

/** Ends a sentence with the home of an invitation and its rent: ` for Elm House, unit A: $1,200.00 a month, due on the 1st.` */
function homeWords({ lease, aptNumber, address }: EventOf["tenantInvited"]): string {
  if (lease === undefined) {
    const home = aptNumber === null ? "" : ` for apartment ${aptNumber}`;
    return `${home}${address === undefined ? "" : ` at ${address}`} through Hearth.`;
  }
  const { property, unit, rentCents, dueDay } = lease;
  return ` for ${property}, unit ${unit}: ${formatUsd(rentCents)} a month, due ${dueDayWords(dueDay)}.`;
}

type AccountKind =
  | "emailConfirmation"
  | "passwordReset"
  | "deviceLink"
  | "newDevice"
  | "passwordChanged"
  | "emailChangeConfirmation"
  | "emailChangeAsked"
  | "emailChanged"
  | "walletChanged"
  | "payoutWalletAsked"
  | "payoutChangeStopped"
  | "payoutWalletChanged"
  | "payeeReplaced"
  | "passkeyChanged"
  | "walletPasskeyChanged"
  | "walletSent"
  | "walletSendFailed"
  | "walletKeyShown"
  | "accountClosed"
  | "businessClosed"
  | "businessHandedOver"
  | "tenantInvited"
  | "staffInvited"
  | "staffChanged"
  | "businessHeld"
  | "businessReviewed"
  | "secondFactorChanged";

/** Notifications about an account's security. */
export const accountWords: WordsOf<AccountKind> = {
  emailConfirmation: () => ({
    title: "Confirm your email",
    text: [
      "Confirm that this address is yours, so that receipts and warnings about your account reach you.",
      "The link works once, for 24 hours. If you have no account at Hearth, someone mistyped their address and you do not need to do anything.",
    ],
    action: { label: "Confirm your email", path: "/confirm-email#{token}" },
  }),
  passwordReset: () => ({
    title: "Choose a new password",
    text: [
      "Someone asked for a new password for your account at Hearth. It was probably you.",
      "The link works once, for 30 minutes, and signs every device out. If you did not ask, you do not need to do anything: your password stays as it is.",
    ],
    action: { label: "Choose a new password", path: "/reset-password#{token}" },
  }),
  deviceLink: () => ({
    title: "Sign in on another device",
    text: [
      "Someone asked to sign in to your account on a new device. Open the link on that device, or paste it where a program asks for it.",
      "The link works once, for 2 hours, and gives no access alone: your password is still asked for. If you did not ask, you do not need to do anything.",
    ],
    action: { label: "Use this device", path: "/this-device#{token}" },
  }),
  newDevice: ({ device, deviceZone, canUndo, at }, { timeZone }) => ({
    title: `New sign-in: ${device}${deviceZone === undefined ? "" : `, ${zoneName(deviceZone)}`}`,
    text: [
      "Your account was used on a device that has not been used with it before. Not you? Secure your account.",
      `If it was you, everything is fine. ${unlessYou(canUndo)}`,
    ],
    listText: `From ${device}. If it was not you, secure your account: look at your devices, and choose a new password.`,
    facts: [
      { label: "Device", value: device },
      ...(deviceZone === undefined ? [] : [{ label: "Its clock", value: zoneName(deviceZone) }]),
      { label: "When", value: formatMoment(at, "minute", timeZone) },
    ],
    action: canUndo ? takeBack : { label: "Not you? Secure your account", path: "/settings" },
    listPath: "/settings",
  }),
  passwordChanged: ({ isFirst, canUndo, at }, { timeZone }) => ({
    title: isFirst ? "A password was set" : "Your password was changed",
    text: [
      `${isFirst ? "A password was set for your account" : "The password of your account was changed"} on ${formatMoment(at, "minute", timeZone)}, and every other device was signed out.`,
      canUndo ? takeBackWords : 'If it was not you, press "Forgot your password?" on the sign-in page at once and choose another one.',
    ],
    action: canUndo ? takeBack : { label: "Forgot your password?", path: "/forgot-password" },
    listPath: "/forgot-password",
  }),
  emailChangeConfirmation: () => ({
    title: "Confirm your new email",
    text: [
      "Someone wants to use this address for an account at Hearth. It was probably you. It takes the place of the old one once you confirm it.",
      "The link works once, for 24 hours, and signs other devices out. If you have no account at Hearth, you do not need to do anything.",
    ],
    action: { label: "Confirm your new email", path: "/confirm-email#{token}" },
  }),
  emailChangeAsked: ({ newEmail, canUndo, at }, { timeZone }) => ({
    title: "Your email is about to change",
    text: [
      `On ${formatMoment(at, "minute", timeZone)} someone signed in to your account asked to use ${newEmail} for it. Until that address confirms it, nothing changes.`,
      `If it was not you, stop it. ${canUndo ? keepWords : 'Press "Keep the old one" in your profile, and choose a new password at once, which stops it too.'}`,
    ],
    facts: [{ label: "New email", value: newEmail }],
    action: canUndo ? keepEmail : { label: "See or stop the change", path: "/profile" },
    listPath: "/profile",
  }),
  emailChanged: ({ newEmail, canUndo, at }, { timeZone }) => ({
    title: "Your email was changed",
    text: [
      `The email of your account was changed to ${newEmail} on ${formatMoment(at, "minute", timeZone)}. This address does not sign in any more.`,
      canUndo
        ? `If it was not you, take your account back. ${keepWords}`
        : "If it was not you, contact us right away: the person who did it can read what we send to the new address.",
    ],
    action: canUndo ? keepEmail : { label: "Contact us", path: "/contact" },
    listPath: "/contact",
  }),
  walletChanged: ({ address, change, isPayout, isPasskey, canUndo, at }, { timeZone }) => ({
    title: isPasskey
      ? "A passkey wallet was made in your account"
      : change === "linked"
        ? "A wallet was linked to your account"
        : "A wallet was unlinked from your account",
    text: [
      isPasskey ? passkeyWalletWords : (isPayout ? payoutWalletWords : walletWords)[change],
      `If it was you, everything is fine. ${unlessYou(canUndo)}`,
    ],
    facts: [
      { label: "Wallet", value: address },
      { label: "When", value: formatMoment(at, "minute", timeZone) },
    ],
    action: canUndo ? takeBack : isPayout ? seePayoutWallet : { label: "See your wallet", path: "/smart-wallet-setup" },
    listPath: isPayout ? seePayoutWallet.path : "/smart-wallet-setup",
  }),
  payoutWalletAsked: ({ merchant, address, takesEffectAt, timeZone }, reader) => ({
    title: "Your payout wallet is about to change",
    text: [
      `From ${formatMoment(takesEffectAt, "minute", timeZone ?? reader.timeZone)} on, what is paid to ${merchant} goes to another wallet. Until then nothing changes.`,
      'If you did not ask for it, stop it: press "Stop this change" in your settings, and choose a new password.',
    ],
    facts: [{ label: "New wallet", value: address }],
    action: { label: "See or stop the change", path: "/merchant/settings" },
  }),
  payoutChangeStopped: ({ merchant, address, by, at, timeZone }, reader) => ({
    title: "The change of your payout wallet was stopped",
    text: [`${stoppedWords[by]} What is paid to ${merchant} goes where it went before.`],
    facts: [
      { label: "Wallet that was asked for", value: address },
      { label: "When", value: formatMoment(at, "minute", timeZone ?? reader.timeZone) },
    ],
    action: { label: "See your payout wallet", path: "/merchant/settings" },
  }),
  payoutWalletChanged: ({ merchant, address, at, timeZone }, reader) => ({
    title: "Your payout wallet was changed",
    text: [
      `New checkouts of ${merchant} are paid to this wallet since ${formatMoment(at, "minute", timeZone ?? reader.timeZone)}.`,
      `If it was you, everything is fine. ${notYou} Then set the right wallet again.`,
    ],
    facts: [{ label: "Wallet", value: address }],
    action: { label: "See your payout wallet", path: "/merchant/settings" },
  }),
  payeeReplaced: ({ merchant, address, waitHours, at, timeZone }, reader) => ({
    title: `The payout wallet of ${merchant} changed`,
    text: [
      `The payout wallet of ${merchant} changed on ${formatMoment(at, "minute", timeZone ?? reader.timeZone)} without its old wallet's signature. Its owner may have lost the old key, or someone may have taken over the account.`,
      `Until ${merchant} signs a new payee card and ${waitHours} hours have passed, no payment to it is sent through Hearth. Please call ${merchant} at a phone number that you know already, and ask whether they made this change.`,
    ],
    facts: [{ label: "New wallet", value: address }],
    action: { label: "Contact us", path: "/contact" },
  }),
  accountClosed: ({ at, deposits = [], wallet }, { timeZone }) => ({
    title: "Your account is closed",
    text: [
      "Your account at Hearth is closed for good. Your name, your email and what you signed in with are gone; payments, refunds and disputes stay, because others need them.",
      ...deposits.map(
        ({ merchant, place, cents, email }) =>
          `${merchant} still holds a deposit of ${formatUsd(cents)} for ${place}, and owes it as before. They know that your account is closed, and can reach you at ${email}. Keep this email.`,
      ),
      ...(wallet === undefined
        ? []
        : [
            `Your passkey wallet ${wallet} stays yours, with what is in it. We keep its encrypted key, which only its passkeys and your recovery code open. Write to us if you need it.`,
          ]),
      "It was closed by someone with your password or passkey. If it was not you, please write to us at once.",
    ],
    facts: [{ label: "When", value: formatMoment(at, "minute", timeZone) }],
    action: { label: "What stays, and why", path: "/privacy" },
  }),
  businessClosed: ({ merchant, at }, { timeZone }) => ({
    title: `${merchant} has closed`,
    text: [
      `The owner of ${merchant} has closed it for good, so your work for it at Hearth has ended and you were signed out.`,
      "Your own account stays: you can register a business, be invited to another one, or close it in your settings.",
    ],
    facts: [{ label: "When", value: formatMoment(at, "minute", timeZone) }],
    action: { label: "Sign in", path: "/merchant/login" },
  }),
  businessHandedOver: ({ merchant, from, to, at }, { timeZone }) => ({
    title: `${merchant} was handed to ${to}`,
    text: [
      `${from} handed ${merchant} to ${to}, who owns it from now on. ${from} stays as a co-owner and can leave.`,
      `It is still paid into the same wallet until ${to} sets another one. If this was not agreed on, please write to us at once.`,
    ],
    facts: [{ label: "When", value: formatMoment(at, "minute", timeZone) }],
    action: { label: "See who works there", path: "/merchant/settings" },
  }),
  tenantInvited: (event) => {
    const { merchant, businessType, owed, payeeWords } = event;
    return {
      title: owed ? `Reminder: ${formatUsd(owed.amountCents)} due to ${merchant}` : `${merchant} invited you to pay rent`,
      text: [
        `${owed ? `${owedSentence(owed)} ` : ""}${merchant} invited you to pay rent${homeWords(event)}`,
        wordingFor(businessType)("Open the link to create your account. Your landlord and your home are filled in for you."),
        "The link works once, for 14 days. If you do not rent from them, you do not need to do anything.",
      ],
      facts: [...(owed ? owedFacts(owed) : []), ...payeeFact(payeeWords)],
      action: { label: owed ? "See the bill and pay" : "Accept the invitation", path: "/invitation#{token}" },
      isToStranger: true,
      sender: merchant,
    };
  },
  staffInvited: ({ merchant, businessType, by, role }) => ({
    title: `${by} invited you to ${merchant} on Hearth`,
    text: [
      `${by} invited you to work with ${merchant} on Hearth, ${wordingFor(businessType)("where its tenants pay their rent.")} ${roleWords[role]}`,
      "The link works once, for 14 days. If you do not know them, you do not need to do anything.",
    ],
    action: { label: "Accept the invitation", path: "/join-staff#{token}" },
    isToStranger: true,
    sender: merchant,
  }),
  staffChanged: (event, reader) => ({
    title: staffTitles[event.change],
    text: [
      `${staffWords[event.change](event)}.`,
      event.byReader
        ? `If it was you, everything is fine. ${unlessYou(event.canUndo)}`
        : "If you do not agree with it, remove them under Staff in your settings. They are signed out at once.",
    ],
    facts: [
      { label: "Person", value: event.email },
      { label: "Role", value: staffRoleNames[event.role] },
      { label: "When", value: formatMoment(event.at, "minute", event.timeZone ?? reader.timeZone) },
    ],
    action: event.canUndo ? takeBack : { label: "See who works there", path: "/merchant/settings?tab=staff" },
    listPath: "/merchant/settings?tab=staff",
  }),
  businessHeld: ({ merchant, lookAlike }) => ({
    title: "A business is waiting for your review",
    text: [`${merchant} registered, and its name is similar to ${lookAlike}. It cannot be paid until an administrator has reviewed it.`],
    action: { label: "See what waits", path: "/admin/merchants/review" },
  }),
  businessReviewed: ({ merchant, reason }) => ({
    title: reason === null ? "Your business was reviewed" : "Your business was not approved",
    text:
      reason === null
        ? [`We have reviewed ${merchant}. People who pay it can see that.`]
        : [`We have reviewed ${merchant}, and it cannot be paid through Hearth.`, "If you think that we are wrong, please write to us."],
    facts: reason === null ? [] : [{ label: "Why", value: reason }],
    action: { label: "See your business", path: "/merchant/settings" },
  }),
  passkeyChanged: ({ change, name, left, canUndo, at }, { timeZone }) => ({
    title: change === "added" ? "A passkey was added to your account" : "A passkey was removed from your account",
    text: [
      change === "added"
        ? "You sign in with it from now on; your password alone is not enough any more. Keep your recovery codes somewhere you can find them."
        : left > 0
          ? "You cannot sign in with it any more. Your other passkeys still work."
          : "You cannot sign in with it any more, and you have no other passkey.",
      canUndo
        ? `If it was you, everything is fine. ${takeBackWords}`
        : "If it was you, everything is fine. If it was not you, remove what you do not know in your settings, and choose a new password at once.",
    ],
    facts: [
      { label: "Passkey", value: name },
      { label: "When", value: formatMoment(at, "minute", timeZone) },
    ],
    action: canUndo ? takeBack : { label: "See your passkeys", path: "/settings" },
    listPath: "/settings",
  }),
  walletPasskeyChanged: ({ change, name, address, canUndo, at }, { timeZone }) => ({
    title: change === "added" ? "A passkey was added to your wallet" : "A passkey was removed from your wallet",
    text: [walletPasskeyWords[change], `If it was you, everything is fine. ${unlessYou(canUndo)}`],
    facts: [
      { label: "Passkey", value: name },
      { label: "Wallet", value: address },
      { label: "When", value: formatMoment(at, "minute", timeZone) },
    ],
    action: canUndo ? takeBack : { label: "See your passkeys", path: "/settings" },
    listPath: "/settings",
  }),
  walletSent: ({ usdc, to, canUndo, at }, { timeZone }) => ({
    title: `You are sending $${usdc} from your wallet`,
    text: [
      "Your passkey signed it, and Hearth sends it now. It pays for nothing at Hearth, such as your rent. Once it has arrived, no one can reverse it.",
      `If it was you, everything is fine. ${unlessYou(canUndo)}`,
    ],
    facts: [
      { label: "Amount", value: `$${usdc}` },
      { label: "To", value: to },
      { label: "When", value: formatMoment(at, "minute", timeZone) },
    ],
    action: canUndo ? takeBack : seeWallet,
    listPath: "/settings",
  }),
  walletSendFailed: ({ usdc, to, failure, at }, { timeZone }) => ({
    title: `$${usdc} was not sent from your wallet`,
    text: [sendFailureWords(failure)],
    facts: [
      { label: "Amount", value: `$${usdc}` },
      { label: "To", value: to },
      { label: "When", value: formatMoment(at, "minute", timeZone) },
    ],
    action: seeWallet,
    listPath: "/settings",
  }),
  walletKeyShown: ({ address, canUndo, at }, { timeZone }) => ({
    title: "Someone asked your wallet to show its key",
    text: [
      "The wallet's page shows the key after one of its passkeys has opened the wallet. Anyone who has the key can take the money, without Hearth.",
      `If it was you, everything is fine. ${unlessYou(canUndo)}`,
    ],
    facts: [
      { label: "Wallet", value: address },
      { label: "When", value: formatMoment(at, "minute", timeZone) },
    ],
    action: canUndo ? takeBack : seeWallet,
    listPath: "/settings",
  }),
  secondFactorChanged: ({ change, canUndo, at }, { timeZone }) => ({
    title: change === "on" ? "Two-step sign-in is on" : "Two-step sign-in is off",
    text: [
      change === "on"
        ? `Since ${formatMoment(at, "minute", timeZone)} you also need a code from your authenticator app to sign in. Keep your recovery codes somewhere you can find them.`
        : `Since ${formatMoment(at, "minute", timeZone)} you sign in without a code from an authenticator app.`,
      `If it was you, everything is fine. ${unlessYou(canUndo)}`,
    ],
    action: canUndo ? takeBack : { label: "See your settings", path: "/settings" },
    listPath: "/settings",
  }),
};
