import { networks } from "@hearth/chain/networks";
import { formatMoment } from "@hearth/domain/moment";
import { usdcUnitsToWholeCents } from "@hearth/domain/money";
import { periodName } from "@hearth/domain/rent/periods";
import type { RecordAgreement, RecordCharge, RecordDocument, RecordTransfer, SignedRecord } from "@hearth/domain/records/signed-record";
import { nodesForm } from "@hearth/domain/records/inputs";
import { timelinessOf } from "@hearth/domain/records/timeliness";
import { useState } from "react";
import { dueDayWords } from "@hearth/domain/rent/due-day";
import { useNetwork } from "../../../features/payments/use-network.ts";
import { AppForm, useAppForm } from "../../../kit/form/form.tsx";
import { Alert } from "../../../ui/alert.tsx";
import { Amount } from "../../../ui/amount.tsx";
import { Actions } from "../../../ui/button.tsx";
import { DataTable, type DataTableColumn } from "../../../ui/data-table.tsx";
import { Hash } from "../../../ui/hash.tsx";
import { Section } from "../../../ui/page.tsx";
import { Rosette } from "../../../ui/rosette.tsx";
import { Seal } from "../../../ui/seal.tsx";
import { Text } from "../../../ui/typography.tsx";
import { type Checked, checkDocument } from "./check-document.ts";
import styles from "./engraving.module.css";
import { agreementWords, chargeWords, standingWords, transferWords, troubleWords } from "./words.ts";
import { dayWords } from "../../../ui/dates.ts";

/** Asks for the visitor's nodes, and shows their result for each transfer and charge of a record. */
export function RecordChecks({ document }: { document: RecordDocument }) {
  const [checked, setChecked] = useState<Checked | null>(null);
  const defaultNode = useDefaultNode(document.record.chainId);
  const form = useAppForm({
    defaultValues: { node: defaultNode, other: "" },
    schema: nodesForm,
    onSubmit: async (nodes) => setChecked(await checkDocument(document, nodes)),
  });
  return (
    <>
      <AppForm form={form} label="Nodes">
        <form.AppField name="node">
          {(field) => <field.TextField label="Node of the chain" hint="Any public node, or your own: its JSON-RPC address." />}
        </form.AppField>
        <form.AppField name="other">
          {(field) => <field.TextField label="Second node" hint="Of someone else. If the two disagree, one of them is wrong." optional />}
        </form.AppField>
        <Actions>
          <form.SubmitButton>Check the transfers</form.SubmitButton>
        </Actions>
      </AppForm>
      {checked && <Verdict document={document} checked={checked} />}
      <RecordRows document={document} checked={checked} />
    </>
  );
}

/** Draws a receipt's engraving again, from the hash of its last transfer as on the receipt itself. */
export function Engraving({ record: { kind, transfers } }: { record: SignedRecord }) {
  const hash = transfers.at(-1)?.txHash;
  if (kind !== "receipt" || hash === undefined) return null;
  return (
    <Section title="Engraving">
      <Text muted>Drawn here from the transaction’s hash. The receipt of this payment has the same lines.</Text>
      <Rosette hash={hash} draws className={styles.engraving} />
    </Section>
  );
}

/** Default node: the server's if it uses this network, otherwise the network's public node. */
function useDefaultNode(chainId: number): string {
  const network = useNetwork();
  if (network?.chainId === chainId) return network.rpcUrl;
  return Object.values(networks).findLast((known) => known.chainId === chainId)?.rpcUrl ?? "";
}

function Verdict({ document: { record }, checked: { findings, agrees } }: { document: RecordDocument; checked: Checked }) {
  const { trouble, transfers, charges, agreements } = findings;
  if (trouble !== null) return <Alert tone="waiting" announce title={troubleWords[trouble]} />;
  if (agrees === false)
    return (
      <Alert tone="bad" announce title="The two nodes disagree">
        One of them says something else about a transfer. Please ask a third before you believe either.
      </Alert>
    );
  if (agreements.some((agreement) => agreement === "unsigned" || agreement === "different"))
    return <Alert tone="bad" announce title="The landlord's wallet did not sign what this record says" />;
  const isFalse =
    charges.includes("false") || transfers.some((finding) => ["missing", "different", "reorganised", "moved"].includes(finding));
  if (isFalse) return <Alert tone="bad" announce title="The chain contradicts this record" />;
  if (transfers.some((finding) => ["away", "behind", "contradiction"].includes(finding)))
    return <Alert tone="waiting" announce title="Some of the transfers could not be checked" />;
  const count = (value: string) => charges.filter((finding) => finding === value).length;
  const proven = count("proven");
  const agreed = count("agreed");
  return (
    <>
      <Alert
        tone="good"
        announce
        title={`The chain holds ${transfers.length === 1 ? "the transfer" : `all ${transfers.length} transfers`}`}
      >
        {record.kind === "rentRecord" && `${proven} of ${charges.length} charges are proven by what the payer signed.`}
        {agreed > 0 && ` Of ${agreed} more the wallet that was paid signed when they were due.`}
      </Alert>
      <Engraving record={record} />
    </>
  );
}

/** Lists what a record says, each line with its finding. */
export function RecordRows({ document: { record }, checked }: { document: RecordDocument; checked: Checked | null }) {
  const { charges, transfers, timeZone, agreements = [] } = record;
  return (
    <>
      {charges.length > 0 && (
        <Section title="Charges">
          <DataTable
            caption="Charges of the record"
            cards="wide"
            columns={chargeColumns(record.issuedAt)}
            rows={charges.map((charge, place) => ({ charge, place, finding: checked?.findings.charges[place] }))}
            rowKey={({ place }) => String(place)}
          />
        </Section>
      )}
      {agreements.length > 0 && (
        <Section title="Terms that the landlord signed">
          <DataTable
            caption="Terms of the lease that the landlord signed"
            cards="wide"
            columns={agreementColumns}
            rows={agreements.map((agreement, place) => ({ agreement, place, finding: checked?.findings.agreements[place] }))}
            rowKey={({ place }) => String(place)}
          />
        </Section>
      )}
      <Section title="Transfers">
        <DataTable
          caption="Transfers of the record"
          cards="wide"
          columns={transferColumns(timeZone)}
          rows={transfers.map((transfer, place) => ({ transfer, place, finding: checked?.findings.transfers[place] }))}
          rowKey={({ place }) => String(place)}
        />
      </Section>
    </>
  );
}

interface AgreementLine {
  agreement: RecordAgreement;
  place: number;
  finding: Checked["findings"]["agreements"][number] | undefined;
}

const agreementColumns: DataTableColumn<AgreementLine>[] = [
  {
    id: "from",
    head: "From",
    kind: "title",
    cell: ({ agreement: { terms, until } }) => `${periodName(terms.from)}${until === "" ? " on" : ` until ${periodName(until)}`}`,
  },
  { id: "due", head: "Due", kind: "status", cell: ({ agreement: { terms } }) => dueDayWords(terms.dueDay) },
  { id: "rent", head: "Monthly rent", kind: "amount", cell: ({ agreement: { terms } }) => <Amount cents={terms.rent} /> },
  {
    id: "signer",
    head: "Signed by",
    kind: "meta",
    cell: ({ agreement: { signer } }) => <Hash value={signer} shape="address" what="wallet address" />,
  },
  {
    id: "finding",
    head: "Checked",
    kind: "sub",
    slack: true,
    wraps: true,
    cell: ({ finding }) => (finding ? agreementWords[finding] : "Not yet"),
  },
];

interface ChargeLine {
  charge: RecordCharge;
  place: number;
  finding: Checked["findings"]["charges"][number] | undefined;
}

function chargeColumns(issuedAt: number): DataTableColumn<ChargeLine>[] {
  return [
    { id: "charge", head: "Charge", kind: "title", cell: ({ charge }) => charge.description },
    { id: "due", head: "Due", kind: "meta", cell: ({ charge }) => dayWords(charge.dueOn) },
    { id: "standing", head: "Paid", kind: "status", cell: ({ charge }) => standingSentence(charge, issuedAt) },
    { id: "amount", head: "Amount", kind: "amount", cell: ({ charge }) => <Amount cents={charge.cents} /> },
    {
      id: "finding",
      head: "Checked",
      kind: "sub",
      slack: true,
      wraps: true,
      cell: ({ finding }) => (finding ? chargeWords[finding] : "Not yet"),
    },
  ];
}

function standingSentence(charge: RecordCharge, issuedAt: number): string {
  const timeliness = timelinessOf(charge, issuedAt);
  const days = charge.daysLate === 1 ? "1 day" : `${charge.daysLate} days`;
  return timeliness === "late" ? `${standingWords.late} by ${days}` : standingWords[timeliness];
}

interface TransferLine {
  transfer: RecordTransfer;
  place: number;
  finding: Checked["findings"]["transfers"][number] | undefined;
}

function transferColumns(timeZone: string): DataTableColumn<TransferLine>[] {
  return [
    {
      id: "seal",
      head: "Mark",
      kind: "mark",
      cell: ({ transfer, finding }) => <Seal hash={finding === "found" ? transfer.txHash : null} />,
    },
    {
      id: "time",
      head: "Time of the block",
      kind: "title",
      cell: ({ transfer }) => formatMoment(new Date(transfer.time * 1_000), "second", timeZone),
    },
    { id: "hash", head: "Transaction", kind: "meta", cell: ({ transfer }) => <Hash value={transfer.txHash} what="transaction hash" /> },
    {
      id: "amount",
      head: "Amount",
      kind: "amount",
      cell: ({ transfer }) => <Amount cents={usdcUnitsToWholeCents(BigInt(transfer.units))} />,
    },
    {
      id: "finding",
      head: "Checked",
      kind: "sub",
      slack: true,
      wraps: true,
      cell: ({ finding }) => (finding ? transferWords[finding] : "Not yet"),
    },
  ];
}
