import type { HearthClient, Outputs } from "@hearth/client/hearth-client";
import { formatUsd, parseWireAmount } from "@hearth/domain/money";
import { type DaysWithoutFee, noFeeExplanation } from "@hearth/domain/rent/late-fee-words";
import { periodName } from "@hearth/domain/rent/periods";
import { type Answer, detailAnswer, section } from "../output/answer.ts";
import type { Column } from "../output/table.ts";
import { usd } from "../output/words.ts";
import { collect } from "../pages.ts";
import type { Terminal } from "../terminal.ts";

type Line = Outputs["rent"]["ledgerForAdmin"]["items"][number];
type ScheduledPayment = Outputs["autopay"]["forAdmin"][number];
type Terms = Outputs["rent"]["leaseForAdmin"]["terms"][number];

/** More lines than any lease has. Ten years of rent, utilities and fees are about 1,000. */
const maxLines = 100_000;

const lineColumns: Column<Line>[] = [
  { title: "Day", value: ({ on }) => on },
  { title: "What", value: ({ description }) => description, max: 40 },
  { title: "Amount", value: ({ amount }) => usd(amount), align: "right" },
  { title: "Balance", value: ({ balance }) => usd(balance), align: "right" },
  { title: "Open", value: ({ kind, charge }) => (kind === "charge" && charge ? openWords(charge) : ""), align: "right" },
  { title: "Payment", value: ({ paymentId }) => paymentId ?? "" },
  { title: "Why", value: ({ note }) => note ?? "", max: 48 },
];

const feeColumns: Column<DaysWithoutFee & { rent: string }>[] = [
  { title: "Rent", value: ({ rent }) => rent, max: 40 },
  { title: "Why no late fee", value: noFeeExplanation },
];

/** The days of each rent without a late fee. */
const daysWithoutFees = (lines: Line[]) =>
  lines.flatMap(({ description: rent, withoutFees }) =>
    withoutFees.map(({ openAmount, ...days }) => ({ rent, ...days, openCents: parseWireAmount(openAmount) ?? 0 })),
  );

function openWords({ open, isVoided }: NonNullable<Line["charge"]>): string {
  if (isVoided) return "voided";
  return open === 0 ? "paid" : usd(open);
}

const termsColumns: Column<Terms>[] = [
  { title: "From", value: ({ effectiveFrom }) => effectiveFrom },
  { title: "Rent", value: ({ rent }) => usd(rent), align: "right" },
  { title: "Due day", value: ({ dueDay }) => (dueDay === 31 ? "last" : String(dueDay)), align: "right" },
  { title: "Grace", value: ({ graceDays }) => `${graceDays} days`, align: "right" },
];

const scheduledPaymentColumns: Column<ScheduledPayment>[] = [
  { title: "Month", value: ({ period }) => periodName(period) },
  { title: "Due", value: ({ dueOn }) => dueOn },
  { title: "Amount", value: ({ amount }) => usd(amount), align: "right" },
  { title: "State", value: ({ status }) => status },
  { title: "Trouble", value: ({ trouble, voidReason }) => trouble ?? voidReason ?? "" },
  { title: "Payment", value: ({ paymentId }) => paymentId ?? "" },
];

/** Explains a lease's balance with its ledger: charges minus voids, payments and credits. */
export async function explainLedger(admin: HearthClient, terminal: Terminal, leaseId: string): Promise<Answer> {
  const [lease, scheduledPayments] = await Promise.all([
    admin.rent.leaseForAdmin.query({ leaseId }),
    admin.autopay.forAdmin.query({ leaseId }),
  ]);
  const { items: newestFirst } = await collect(terminal, { limit: maxLines }, (part) =>
    admin.rent.ledgerForAdmin.query({ leaseId, ...part }),
  );
  const lines = newestFirst.toReversed();
  const { property, unit, merchant, tenants, startsOn, endsOn, timeZone, owed, credit, held, dueOn, terms, undoneAt } = lease;
  const facts = {
    Lease: leaseId,
    Where: `${property} ${unit}`,
    Landlord: merchant,
    Tenants: tenants.map(({ name, email }) => `${name} <${email}>`).join(", "),
    Term: `${startsOn} to ${endsOn ?? "open-ended"} (${timeZone})`,
    Undone: undoneAt && `${undoneAt}: it was entered by mistake`,
    Owed: `${usd(owed)}${dueOn === null ? "" : `, due ${dueOn}`}`,
    Credit: credit === 0 ? null : usd(credit),
    "Deposit held": held === 0 ? null : usd(held),
    Balance: explainBalance(lines),
  };
  return detailAnswer({ lease, lines, scheduledPayments }, facts, () => [
    section("Terms", terms, termsColumns),
    section("Ledger", lines, lineColumns),
    section("Without a late fee", daysWithoutFees(lines), feeColumns),
    section("Autopay", scheduledPayments, scheduledPaymentColumns),
  ]);
}

/** `$2,900.00 charged - $1,450.00 paid = $1,450.00` */
function explainBalance(lines: Line[]): string {
  const sum = (kinds: Line["kind"][]) =>
    lines.filter(({ kind }) => kinds.includes(kind)).reduce((cents, { amount }) => cents + signedCents(amount), 0);
  const charged = sum(["charge", "void"]);
  const paid = 0 - sum(["payment", "outside", "refund"]);
  const credited = 0 - sum(["credit", "writeOff", "reversal"]);
  const credits = credited === 0 ? "" : ` - ${formatUsd(credited)} credited`;
  return `${formatUsd(charged)} charged - ${formatUsd(paid)} paid${credits} = ${usd(lines.at(-1)?.balance ?? 0)}`;
}

function signedCents(amount: number): number {
  const cents = parseWireAmount(Math.abs(amount)) ?? 0;
  return amount < 0 ? -cents : cents;
}
