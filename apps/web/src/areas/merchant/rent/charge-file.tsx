import { chargeFileColumns, chargeFileLimits } from "@hearth/domain/rent/charge-file";
import { chargeKindNames } from "@hearth/domain/rent/charge-kinds";
import { useState } from "react";
import { centsOf } from "../../../kit/cents.ts";
import { ButtonLink, CrumbLink } from "../../../kit/links.tsx";
import { Permitted } from "../../../kit/permission.tsx";
import { rewordHeads, useWording } from "../../../kit/words.ts";
import { errorMessage } from "../../../lib/api-error.ts";
import { downloadText } from "../../../lib/download.ts";
import { type Outputs, trpc } from "../../../lib/trpc.ts";
import { Alert } from "../../../ui/alert.tsx";
import { Amount } from "../../../ui/amount.tsx";
import { Actions, Button } from "../../../ui/button.tsx";
import { DataTable, type DataTableColumn } from "../../../ui/data-table.tsx";
import { Field } from "../../../ui/field.tsx";
import { FileDrop } from "../../../ui/file-drop.tsx";
import { PageHead, Section } from "../../../ui/page.tsx";
import { SkeletonLedger, SkeletonPart } from "../../../ui/skeleton.tsx";
import { Stack } from "../../../ui/stack.tsx";
import { Stat, Stats } from "../../../ui/stats.tsx";
import { dayWords } from "../../../ui/dates.ts";

type Checked = Outputs["rent"]["checkCharges"];

const template = [chargeFileColumns, ["Juniper Court", "4B", "Utility", "Water, October", "31.20", "2026-11-30"]]
  .map((cells) => cells.map((cell) => (cell.includes(",") ? `"${cell}"` : cell)).join(","))
  .join("\r\n");

const chargeColumns: DataTableColumn<Checked["shown"][number]>[] = [
  { id: "unit", head: "Unit", kind: "title", cell: ({ property, unit }) => `${property} ${unit}` },
  { id: "tenants", head: "Tenants", kind: "sub", slack: true, cell: ({ tenants }) => tenants.join(", ") },
  { id: "kind", head: "Kind", kind: "aside", cell: ({ kind }) => chargeKindNames[kind] },
  { id: "for", head: "Description", kind: "aside", cell: ({ description }) => description },
  { id: "due", head: "Due", kind: "meta", cell: ({ dueOn }) => dayWords(dueOn) },
  { id: "amount", head: "Amount", kind: "amount", cell: ({ amount }) => <Amount cents={centsOf(amount)} /> },
];

const problemColumns: DataTableColumn<Checked["problems"][number]>[] = [
  { id: "line", head: "Line", kind: "title", cell: ({ line }) => `Line ${line.toLocaleString("en-US")}` },
  { id: "column", head: "Column", kind: "aside", cell: ({ column }) => column },
  { id: "message", head: "What is wrong", kind: "sub", slack: true, cell: ({ message }) => message },
];

/** Charges many tenants from a file. First shows the charges and every invalid row, then charges all rows or none. */
export function ChargeFile() {
  const reword = useWording();
  const [file, setFile] = useState<{ name: string; csv: string } | null>(null);
  const [trouble, setTrouble] = useState<string | null>(null);
  const check = trpc.rent.checkCharges.useMutation();
  const add = trpc.rent.addCharges.useMutation();

  async function take([chosen]: File[]) {
    if (chosen === undefined) return;
    add.reset();
    check.reset();
    setTrouble(null);
    // A character takes at most four bytes.
    const csv = chosen.size > 4 * chargeFileLimits.characters ? "" : await chosen.text();
    if (csv === "" || csv.length > chargeFileLimits.characters) {
      setFile(null);
      setTrouble(csv === "" && chosen.size === 0 ? "This file is empty" : "This file is too large. Split it into smaller files.");
      return;
    }
    setFile({ name: chosen.name, csv });
    check.mutate({ csv });
  }

  return (
    <>
      <PageHead
        crumb={<CrumbLink to="/merchant/tenants">{reword("Tenants")}</CrumbLink>}
        title={reword("Import charges")}
        sub={reword(
          "Each row of the CSV file charges the tenants who rent the unit on the due date. You review the charges before anyone is charged.",
        )}
        actions={<Button onClick={() => downloadText("hearth-charges.csv", template, "text/csv")}>Download a sample file</Button>}
      />
      <Stack wide>
        <Permitted
          least="manager"
          otherwise={<Alert tone="info" title="Your role at this business does not include this. Please ask its owner." />}
          loading={<SkeletonPart />}
        >
          <Field label="CSV file" hint={`Columns: ${chargeFileColumns.join(", ")}. Kinds: utility, repair, deposit, fee, other.`}>
            <FileDrop accept=".csv,text/csv" disabled={check.isPending || add.isPending} onFiles={(files) => void take(files)} />
          </Field>
        </Permitted>
        {trouble !== null && <Alert tone="bad" announce title={trouble} />}
        {check.isPending && <SkeletonLedger rows={3} />}
        {check.isError && <Alert tone="bad" announce title={errorMessage(check.error, "We could not check the file")} />}
        {add.isSuccess && <Added added={add.data} />}
        {add.isError && <Alert tone="bad" announce title={errorMessage(add.error)} />}
      </Stack>
      {check.data && file && !add.isSuccess && (
        <Preview name={file.name} checked={check.data} busy={add.isPending} onAdd={() => add.mutate({ csv: file.csv })} />
      )}
    </>
  );
}

function Added({ added: { charges, leases, total } }: { added: Outputs["rent"]["addCharges"] }) {
  const reword = useWording();
  return (
    <Alert tone="good" announce title={reword(`${countOf(charges, "charge")} on ${countOf(leases, "lease")}`)}>
      <p>
        <Amount cents={centsOf(total)} /> {reword("in all. You can find and void each one on its lease.")}
      </p>
      <ButtonLink to="/merchant/tenants">{reword("See tenants")}</ButtonLink>
    </Alert>
  );
}

interface PreviewProps {
  name: string;
  checked: Checked;
  busy: boolean;
  onAdd: () => void;
}

function Preview({ name, checked: { charges, leases, total, shown, problems }, busy, onAdd }: PreviewProps) {
  const reword = useWording();
  const isWhole = problems.length === 0;
  return (
    <>
      <Section title={name}>
        <Stack wide>
          <Stats>
            <Stat label="Charges" value={charges.toLocaleString("en-US")} />
            <Stat label={reword("Leases")} value={leases.toLocaleString("en-US")} />
            <Stat label="In all" value={<Amount cents={centsOf(total)} size={22} />} />
          </Stats>
          {isWhole ? (
            <Actions>
              <Button variant="primary" busy={busy} onClick={onAdd}>
                Charge {countOf(charges, "charge")}
              </Button>
            </Actions>
          ) : (
            <Alert tone="bad" announce title="No one has been charged yet">
              Fix these rows in your file, then choose it again.
            </Alert>
          )}
        </Stack>
      </Section>
      {!isWhole && (
        <Section title="Rows to fix">
          <DataTable
            dense
            caption="Rows to fix"
            columns={problemColumns}
            rows={problems}
            rowKey={({ line, column }) => `${line} ${column}`}
          />
        </Section>
      )}
      {shown.length > 0 && (
        <Section title={shown.length < charges ? `The first ${shown.length} charges` : "Charges"}>
          <DataTable
            dense
            cards="wide"
            caption="Charges"
            columns={rewordHeads(reword, chargeColumns)}
            rows={shown}
            rowKey={({ line }) => String(line)}
          />
        </Section>
      )}
    </>
  );
}

function countOf(count: number, noun: string): string {
  return `${count.toLocaleString("en-US")} ${noun}${count === 1 ? "" : "s"}`;
}
