import type { ScheduledPaymentTrouble, VoidReason } from "../autopay/scheduled-payments.ts";
import type { Role } from "../auth/roles.ts";
import type { BusinessType } from "../merchants/business-types.ts";
import { includesRole, type StaffRole } from "../merchants/staff-roles.ts";
import { keysOf } from "../keys-of.ts";

/**
 * A payment as notifications describe it. Ids are public ones. `description` says what it is for, such as its bills:
 * `Rent for December 2026, Juniper Court 4B`. Older stored events lack it.
 */
interface AboutPayment {
  paymentId: string;
  merchant: string;
  amountCents: number;
  description?: string;
}

/** A dispute as notifications describe it. `description` says what its payment is for. Older stored events lack it. */
interface AboutDispute {
  disputeId: string;
  code: string;
  merchant: string;
  amountCents: number;
  description?: string;
}

/**
 * Rent as notifications describe it: one month's scheduled rent, or everything owed. `dueOn` is a day, such as `2026-12-01`. `place` is the
 * home, such as `Juniper Court 4B`. Older stored events lack it.
 */
interface AboutRent {
  leaseId: string;
  merchant: string;
  place?: string;
  businessType?: BusinessType;
  amountCents: number;
  dueOn: string;
}

/** The debt of a lease: its place, the open amount, and the day on which the oldest part is due. */
export type OwedBill = { place: string } & Pick<AboutRent, "amountCents" | "dueOn">;

/**
 * A landlord's change to a lease or its tenants. `tenant` is the person it is about, if not the reader. `endsOn` is the last day of the
 * lease or of a tenant, or null for none. `from` and `rentCents` belong to new terms. Days look like `2026-12-01`.
 */
export interface LeaseChange {
  change:
    | "terms"
    | "renewed"
    | "ends"
    | "goesOn"
    | "undone"
    | "tenantAdded"
    | "tenantLeaves"
    | "tenantStays"
    | "added"
    | "leaving"
    | "staying";
  tenant?: string;
  endsOn: string | null;
  from: string | null;
  rentCents: number | null;
}

/** A deposit that a landlord holds for a person, as mails name it. */
export interface DepositWords {
  merchant: string;
  place: string;
  cents: number;
  /** The email by which the landlord can reach the person. */
  email: string;
}

/**
 * Every notification, with all data its words need. Moments are ISO 8601 in UTC, and `usdc` amounts are plain decimals. `canUndo`: the
 * mail's link undoes the change. `businessType` chooses the vocabulary; older stored events lack it.
 * `deviceZone` is the IANA time zone that a device names.
 */
export type NotificationEvent =
  | { kind: "emailConfirmation" }
  | { kind: "passwordReset" }
  | { kind: "deviceLink" }
  | { kind: "newDevice"; device: string; deviceZone?: string; canUndo?: true; at: string }
  | { kind: "passwordChanged"; byMail?: true; isFirst?: true; canUndo?: true; at: string }
  | { kind: "emailChangeConfirmation" }
  | { kind: "emailChangeAsked"; newEmail: string; canUndo?: true; at: string }
  | { kind: "emailChanged"; newEmail: string; canUndo?: true; at: string }
  | { kind: "walletChanged"; address: string; change: "linked" | "unlinked"; isPayout?: true; isPasskey?: true; canUndo?: true; at: string }
  | { kind: "payoutWalletAsked"; merchant: string; address: string; takesEffectAt: string; timeZone?: string }
  | {
      kind: "payoutChangeStopped";
      merchant: string;
      address: string;
      by: "business" | "administrator" | "otherBusiness";
      at: string;
      timeZone?: string;
    }
  | { kind: "payoutWalletChanged"; merchant: string; address: string; at: string; timeZone?: string }
  /** To every payer: the business's payout wallet changed without the signature of the wallet before. */
  | { kind: "payeeReplaced"; merchant: string; address: string; waitHours: number; at: string; timeZone?: string }
  | { kind: "passkeyChanged"; change: "added" | "removed"; name: string; left: number; canUndo?: true; at: string }
  | { kind: "walletPasskeyChanged"; change: "added" | "removed"; name: string; address: string; canUndo?: true; at: string }
  /** Money that leaves the account's passkey wallet for `to`, and pays for nothing. */
  | { kind: "walletSent"; usdc: string; to: string; canUndo?: true; at: string }
  /** `failure`: the relayer's reason. */
  | { kind: "walletSendFailed"; usdc: string; to: string; failure: string; at: string }
  | { kind: "walletKeyShown"; address: string; canUndo?: true; at: string }
  | { kind: "secondFactorChanged"; change: "on" | "off"; canUndo?: true; at: string }
  /** `isCopy`: the merchant sends the receipt again. */
  | ({ kind: "paymentCompleted"; oddity: "none" | "late" | "over"; isCopy?: true } & AboutPayment)
  | ({ kind: "paymentReceived"; payer: string; oddity: "none" | "late" | "over" } & AboutPayment)
  | ({ kind: "paymentShort"; arrivedUsdc: string; missingUsdc: string } & AboutPayment)
  | ({ kind: "refundWalletAsked" } & AboutPayment)
  | ({ kind: "refundOwed"; code: string } & AboutPayment)
  | ({ kind: "refundSent" } & AboutPayment)
  | ({ kind: "refundArrived" } & AboutPayment)
  /**
   * To the business: the relayer could not send a refund, or money that fits no payment. It has `paymentId`, or `transferId` for the latter.
   * `failure`: the relayer's reason.
   */
  | {
      kind: "refundNotSent";
      usdc: string;
      to: string;
      failure: string;
      paymentId?: string;
      transferId?: string;
      description?: string;
    }
  | ({ kind: "disputeFiled"; payer: string; reason: string } & AboutDispute)
  | ({ kind: "disputeAnswered"; by: "payer" | "merchant" | "administrator"; reader: "payer" | "merchant" } & AboutDispute)
  | ({ kind: "disputeDecided"; outcome: "chargedBack" | "denied" | "cancelled"; reader: "payer" | "merchant" } & AboutDispute)
  | { kind: "accountClosed"; at: string; deposits?: DepositWords[]; wallet?: string }
  | { kind: "businessClosed"; merchant: string; at: string }
  | { kind: "businessHandedOver"; merchant: string; from: string; to: string; at: string }
  | {
      kind: "tenantInvited";
      merchant: string;
      businessType?: BusinessType;
      aptNumber: string | null;
      /** The street and city. Older stored events lack it. */
      address?: string;
      /** The home and the rent of the lease that it is for. Invitations without a lease, and older stored events, lack them. */
      lease?: { property: string; unit: string; rentCents: number; dueDay: number };
      /** The debt that the invitation reminds of. */
      owed?: OwedBill;
      /** The words of the business's signed payee card. */
      payeeWords?: string;
    }
  | { kind: "staffInvited"; merchant: string; businessType?: BusinessType; by: string; role: StaffRole }
  | {
      kind: "staffChanged";
      merchant: string;
      change: "invited" | "joined" | "roleChanged" | "removed";
      email: string;
      role: StaffRole;
      by: string;
      /** True where the reader's account made the change. */
      byReader?: true;
      canUndo?: true;
      at: string;
      timeZone?: string;
    }
  | ({ kind: "autopayComing" } & AboutRent)
  | ({ kind: "autopayTrouble"; trouble: ScheduledPaymentTrouble; stage: "ahead" | "trying" | "over" } & AboutRent)
  | ({ kind: "autopayVoid"; reason: VoidReason } & AboutRent)
  | ({ kind: "rentReminder"; place: string; payeeWords?: string } & AboutRent)
  | ({ kind: "paymentPlaced"; leaseId: string; place: string; change: "given" | "away" | "undone" } & AboutPayment)
  | ({ kind: "leaseChanged"; leaseId: string; merchant: string; businessType?: BusinessType; place: string } & LeaseChange)
  | {
      kind: "tenantAccountClosed";
      leaseId: string;
      merchant: string;
      businessType?: BusinessType;
      place: string;
      tenant: string;
      hasMovedOut?: true;
      /** The deposit that the landlord holds, and the tenant's email in the lease. */
      deposit?: { cents: number; email: string };
    }
  | { kind: "businessHeld"; merchant: string; lookAlike: string }
  | { kind: "businessReviewed"; merchant: string; reason: string | null }
  | {
      kind: "paymentRequested";
      merchant: string;
      amountCents: number;
      description: string;
      /** A day, such as `2026-12-01`. */
      dueOn: string;
      /** The secret in the bill's link. */
      reference: string;
      isReminder: boolean;
      /** The words of the business's signed payee card. */
      payeeWords?: string;
    }
  | { kind: "dailySummary"; merchant: string; openDisputes: number; owedRefunds: number; unmatchedTransfers: number }
  | { kind: "alarmRaised"; alarm: string; message: string }
  | { kind: "alarmCleared"; alarm: string; message: string };

export type NotificationKind = NotificationEvent["kind"];

/** Kinds caused only by the passage of time. After a restore from an earlier backup, nobody knows which of these were sent. */
export const scheduledKinds = ["rentReminder", "autopayComing", "dailySummary"] as const satisfies readonly NotificationKind[];

/** Mails that a person can switch off. Mails about an account's security or money are always sent. */
export const mailGroups = {
  disputes: "Answers in disputes",
  reminders: "Reminders of rent that you owe",
  business: "What happens at the business you work for: disputes, and where it is paid",
  summary: "A daily summary, on days when there is something to do",
  alarms: "Alarms, when they begin and when they are over",
} as const;
export type MailGroup = keyof typeof mailGroups;
export const mailGroupNames = keysOf(mailGroups);

const groupsOfRole: Record<Role, readonly MailGroup[]> = {
  user: ["disputes", "reminders"],
  merchant: ["disputes", "summary"],
  admin: ["alarms"],
};
const groupsOfStaff: Record<StaffRole, readonly MailGroup[]> = {
  owner: ["disputes", "business", "summary"],
  manager: ["disputes", "business", "summary"],
  viewer: [],
};

/** The optional mails that a person may get: by their role, or by their staff role at a business owned by another account. */
export function mailGroupsOf(role: Role, staffRole: StaffRole | null): readonly MailGroup[] {
  return staffRole === null ? groupsOfRole[role] : groupsOfStaff[staffRole];
}

/** True if mails of this group go only to confirmed addresses. Nobody asked for them, and a mistyped address may be a stranger's. */
export function needsConfirmedEmail(group: MailGroup): boolean {
  return group === "summary";
}

/** The lowest staff role that also receives a notification to the owner. Kinds not listed go to the owner alone. */
const lowestStaffRole: Partial<Record<NotificationKind, StaffRole>> = {
  paymentReceived: "viewer",
  refundNotSent: "manager",
  disputeFiled: "manager",
  disputeAnswered: "manager",
  disputeDecided: "manager",
  dailySummary: "manager",
  tenantAccountClosed: "manager",
  payoutWalletAsked: "owner",
  payoutChangeStopped: "owner",
  businessHandedOver: "owner",
  staffChanged: "owner",
  payoutWalletChanged: "owner",
  businessReviewed: "owner",
};

/** True if staff of that role receive notifications of that kind. */
export function isStaffNotified(kind: NotificationKind, role: StaffRole): boolean {
  const least = lowestStaffRole[kind];
  return least !== undefined && includesRole(role, least);
}

interface Channels {
  /** Recipients by mail: everybody, people who have not switched that group off, or nobody. */
  mail: "always" | "never" | MailGroup;
  /** True if it appears in the product's own list of notifications. */
  listed: boolean;
}

/** The channels of each kind of notification. */
export const channels: Record<NotificationKind, Channels> = {
  emailConfirmation: { mail: "always", listed: false },
  passwordReset: { mail: "always", listed: false },
  deviceLink: { mail: "always", listed: false },
  newDevice: { mail: "always", listed: true },
  passwordChanged: { mail: "always", listed: true },
  emailChangeConfirmation: { mail: "always", listed: false },
  emailChangeAsked: { mail: "always", listed: true },
  emailChanged: { mail: "always", listed: true },
  walletChanged: { mail: "always", listed: true },
  payoutWalletAsked: { mail: "always", listed: true },
  payoutChangeStopped: { mail: "always", listed: true },
  payoutWalletChanged: { mail: "always", listed: true },
  payeeReplaced: { mail: "always", listed: true },
  passkeyChanged: { mail: "always", listed: true },
  walletPasskeyChanged: { mail: "always", listed: true },
  walletSent: { mail: "always", listed: true },
  walletSendFailed: { mail: "always", listed: true },
  walletKeyShown: { mail: "always", listed: true },
  secondFactorChanged: { mail: "always", listed: true },
  paymentCompleted: { mail: "always", listed: true },
  paymentReceived: { mail: "never", listed: true },
  paymentShort: { mail: "always", listed: true },
  refundWalletAsked: { mail: "always", listed: true },
  refundOwed: { mail: "always", listed: true },
  refundSent: { mail: "always", listed: true },
  refundArrived: { mail: "always", listed: true },
  refundNotSent: { mail: "always", listed: true },
  disputeFiled: { mail: "always", listed: true },
  disputeAnswered: { mail: "disputes", listed: true },
  disputeDecided: { mail: "always", listed: true },
  accountClosed: { mail: "always", listed: false },
  businessClosed: { mail: "always", listed: true },
  businessHandedOver: { mail: "always", listed: true },
  tenantInvited: { mail: "always", listed: false },
  staffInvited: { mail: "always", listed: false },
  staffChanged: { mail: "always", listed: true },
  autopayComing: { mail: "always", listed: true },
  autopayTrouble: { mail: "always", listed: true },
  autopayVoid: { mail: "always", listed: true },
  rentReminder: { mail: "reminders", listed: true },
  paymentPlaced: { mail: "always", listed: true },
  leaseChanged: { mail: "always", listed: true },
  tenantAccountClosed: { mail: "always", listed: true },
  businessHeld: { mail: "alarms", listed: true },
  businessReviewed: { mail: "always", listed: true },
  paymentRequested: { mail: "always", listed: true },
  dailySummary: { mail: "summary", listed: false },
  alarmRaised: { mail: "alarms", listed: true },
  alarmCleared: { mail: "alarms", listed: true },
};

/** Priorities of due mails: 0 for urgent ones, 1 for most, 2 for ones that can wait. */
export const mailUrgencies = [0, 1, 2] as const;
export type MailUrgency = (typeof mailUrgencies)[number];

/**
 * Kinds that are not of priority 1. Priority 0: somebody waits at a screen, or has minutes to stop a thief. Priority 2: bulk mails about
 * days to come.
 */
const unusualUrgencies: Partial<Record<NotificationKind, 0 | 2>> = {
  emailConfirmation: 0,
  passwordReset: 0,
  deviceLink: 0,
  newDevice: 0,
  passwordChanged: 0,
  emailChangeConfirmation: 0,
  emailChangeAsked: 0,
  emailChanged: 0,
  walletChanged: 0,
  payoutWalletAsked: 0,
  payoutWalletChanged: 0,
  payeeReplaced: 0,
  passkeyChanged: 0,
  walletPasskeyChanged: 0,
  walletSent: 0,
  walletKeyShown: 0,
  secondFactorChanged: 0,
  staffChanged: 0,
  alarmRaised: 0,
  autopayComing: 2,
  rentReminder: 2,
  leaseChanged: 2,
  paymentPlaced: 2,
  dailySummary: 2,
  alarmCleared: 2,
};

/** Kinds whose recipients may not know the business that causes them. Each business has a daily ceiling for their mails. */
const strangerKinds = ["tenantInvited", "staffInvited", "paymentRequested"] as const satisfies NotificationKind[];
export type StrangerEvent = Extract<NotificationEvent, { kind: (typeof strangerKinds)[number] }>;
/** An event of a kind whose recipients know why they are notified. */
export type FamiliarEvent = Exclude<NotificationEvent, StrangerEvent>;

export const urgencyOf = (kind: NotificationKind): MailUrgency => unusualUrgencies[kind] ?? 1;

/**
 * Returns an event of a reader's own account as its mail says it, with a link that takes the account back; null for any other event. The link
 * is made when the mail is sent, so the stored event has none.
 */
export function withTakeBackLink(event: NotificationEvent): NotificationEvent | null {
  const { kind } = event;
  // A mailed link that changed a password needs no other one: its reader has the mailbox.
  if (kind === "passwordChanged") return event.byMail === true ? null : { ...event, canUndo: true };
  if (kind === "staffChanged") return event.byReader === true ? { ...event, canUndo: true } : null;
  if (kind === "walletSent" || kind === "walletKeyShown") return { ...event, canUndo: true };
  const isOwn = kind === "newDevice" || kind === "walletChanged" || kind === "passkeyChanged" || kind === "walletPasskeyChanged";
  return isOwn || kind === "secondFactorChanged" ? { ...event, canUndo: true } : null;
}

/** True if the mail carries a link with a secret token, stored with the mail. */
export function hasTokenLink(event: NotificationEvent): boolean {
  const { kind } = event;
  if (kind === "emailChangeAsked" || kind === "emailChanged") return event.canUndo === true;
  return (
    kind === "emailConfirmation" ||
    kind === "passwordReset" ||
    kind === "deviceLink" ||
    kind === "emailChangeConfirmation" ||
    kind === "tenantInvited" ||
    kind === "staffInvited"
  );
}
