import { formatMoment } from "@hearth/domain/moment";
import { networks } from "@hearth/chain/networks";
import { fetchSignatureCheck } from "@hearth/chain/record-typed-data";
import { readRecordDocument, type RecordDocument } from "@hearth/domain/records/signed-record";
import { sumUpRecord } from "@hearth/domain/records/timeliness";
import { useNavigate } from "@tanstack/react-router";
import { useEffect, useState } from "react";
import { useNetwork } from "../../../features/payments/use-network.ts";
import { errorMessage } from "../../../lib/api-error.ts";
import { trpc } from "../../../lib/trpc.ts";
import { Alert } from "../../../ui/alert.tsx";
import { Actions, Button } from "../../../ui/button.tsx";
import { Description, DescriptionList } from "../../../ui/description-list.tsx";
import { Field } from "../../../ui/field.tsx";
import { Input } from "../../../ui/inputs.tsx";
import { FileDrop } from "../../../ui/file-drop.tsx";
import { Card, Page, PageHead } from "../../../ui/page.tsx";
import { SkeletonLedger } from "../../../ui/skeleton.tsx";
import { Stack } from "../../../ui/stack.tsx";
import { useDrawings } from "../../../ui/use-drawing.ts";
import { readSignature, type SignatureStanding } from "./check-document.ts";
import { type AddedFile, readAddedFile } from "./read-file.ts";
import { Engraving, RecordChecks, RecordRows } from "./record-checks.tsx";
import { sampleRecord } from "./sample-record.ts";
import { fileWords, signatureWords } from "./words.ts";
import { dayWords } from "../../../ui/dates.ts";

/**
 * Verifies a signed receipt or rent record, from a link or a file, in the visitor's browser. The signature is checked with keys built into
 * this page, and each transfer with a node that the visitor chooses. Nothing is sent to Hearth.
 */
export function VerifyPage({ reference }: { reference: string | undefined }) {
  // Loaded when the page opens, because later no request goes to Hearth.
  useNetwork();
  useDrawings();
  useEffect(() => void fetchSignatureCheck().catch(() => undefined), []);
  const [file, setFile] = useState<AddedFile | "sample" | null>(null);
  const take = async ([first]: File[]) => {
    if (first !== undefined) setFile(await readAddedFile(first));
  };
  return (
    <Page>
      <PageHead
        title="Check a rent record or receipt"
        sub="It is checked here in your browser, with a node of the chain that you choose. No file that you add is sent to Hearth."
      />
      <Stack wide>
        <Field label="The receipt or record" hint="The PDF or the .json file that you were given. It stays on this device.">
          <FileDrop accept=".pdf,.json" onFiles={(files) => void take(files)} />
        </Field>
        <RecordLink onOpen={() => setFile(null)} />
        {file === null && reference === undefined && (
          <Actions>
            <Button variant="quiet" onClick={() => setFile("sample")}>
              Show a sample
            </Button>
          </Actions>
        )}
        {file === null && reference !== undefined && <SharedRecord reference={reference} />}
        {file === "sample" && <Opened document={sampleRecord} kind="sample" />}
        {file !== null && file !== "sample" && <OpenedFile file={file} />}
      </Stack>
    </Page>
  );
}

/** Shows the record of a link. */
function SharedRecord({ reference }: { reference: string }) {
  const shared = trpc.records.shared.useQuery({ reference }, { staleTime: Infinity });
  if (shared.isPending) return <SkeletonLedger rows={3} />;
  if (shared.isError)
    return (
      <Alert tone="bad" announce title={errorMessage(shared.error, "Failed to load the record")}>
        If you were given a file, you can still check it here.
      </Alert>
    );
  const document = readRecordDocument(shared.data.document);
  return <OpenedFile file={document === null ? { document, problem: "noRecord" } : { document, kind: "json" }} />;
}

function OpenedFile({ file }: { file: AddedFile }) {
  if (file.document !== null) return <Opened key={`${file.document.record.id}${file.document.signature}`} {...file} />;
  const { title, text } = fileWords[file.problem];
  return (
    <Alert tone="bad" announce title={title}>
      {text}
    </Alert>
  );
}

/** Opens the record of a pasted link. A link without a record is refused with what to paste instead. */
function RecordLink({ onOpen }: { onOpen: () => void }) {
  const navigate = useNavigate();
  const [problem, setProblem] = useState<string | null>(null);
  const open = (link: string) => {
    const record = /[?&]record=([0-9a-f]{64})(?:$|[&#])/.exec(link.trim())?.[1];
    setProblem(
      record === undefined && link.trim() !== "" ? "This is not the link of a record. Copy the whole link that you were given." : null,
    );
    if (record === undefined) return;
    onOpen();
    void navigate({ to: "/verify", search: { record } });
  };
  return (
    <Field
      label="Or the link of the record"
      hint="Paste the link that you were given. The record comes from Hearth; the check is made here."
      error={problem}
    >
      <Input type="url" autoComplete="off" placeholder="https://" onChange={(event) => open(event.target.value)} />
    </Field>
  );
}

function Opened({ document, kind }: { document: RecordDocument; kind: "pdf" | "json" | "sample" }) {
  const signature = useSignature(document);
  if (signature === null) return <SkeletonLedger rows={3} />;
  const { tone, title, text } = signatureWords[signature];
  return (
    <>
      {kind === "sample" && (
        <Alert tone="info" announce title="This is a sample">
          This payment was never made. With a real receipt you can check here that the chain holds its transfer.
        </Alert>
      )}
      <Alert tone={tone} announce title={title}>
        {text}
      </Alert>
      {kind === "pdf" && signature !== "broken" && (
        <Alert tone="info" title="Only what this page shows is signed">
          The printed page of a PDF can be changed without its signed record. If the two differ, believe this page.
        </Alert>
      )}
      <RecordFacts document={document} />
      {kind === "sample" && <SampleResult document={document} />}
      {kind !== "sample" && signature !== "broken" && <RecordChecks document={document} />}
    </>
  );
}

function SampleResult({ document }: { document: RecordDocument }) {
  return (
    <>
      <Engraving record={document.record} />
      <RecordRows document={document} checked={null} />
    </>
  );
}

/** Summary of a record: parties, period, and how much was paid on time. */
function RecordFacts({ document: { record, signer } }: { document: RecordDocument }) {
  const { kind, tenant, landlord, place, description, from, to, issuedAt, timeZone, chainId } = record;
  const { onTime, late, late30, open } = sumUpRecord(record);
  const names = Object.values(networks).filter((network) => network.chainId === chainId);
  return (
    <Card>
      <DescriptionList>
        <Description label="What">{kind === "receipt" ? "Receipt of a payment" : "Rent record"}</Description>
        <Description label="Paid by">{tenant}</Description>
        <Description label="Paid to">{landlord}</Description>
        <Description label="Where">{place}</Description>
        <Description label="Description">{description}</Description>
        <Description label="Days">{from === to ? dayWords(from) : `${dayWords(from)} to ${dayWords(to)}`}</Description>
        {kind === "rentRecord" && (
          <>
            <Description label="Paid on time">{String(onTime)}</Description>
            <Description label="Paid late">{late === 0 ? "0" : `${late}, of which ${late30} by 30 days or more`}</Description>
            <Description label="Open">{String(open)}</Description>
          </>
        )}
        <Description label="Signed">{formatMoment(new Date(issuedAt * 1_000), "second", timeZone)}</Description>
        <Description label="Signed by">{signer}</Description>
        <Description label="Network">{names.map(({ label }) => label).join(" or ") || `Chain ${chainId}`}</Description>
      </DescriptionList>
    </Card>
  );
}

function useSignature(document: RecordDocument) {
  const [signature, setSignature] = useState<SignatureStanding | null>(null);
  useEffect(() => {
    let isShown = true;
    void readSignature(document).then((found) => isShown && setSignature(found));
    return () => {
      isShown = false;
    };
  }, [document]);
  return signature;
}
