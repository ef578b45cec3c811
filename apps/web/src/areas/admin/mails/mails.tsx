import type { MailStatus } from "@hearth/domain/notifications/mails";
import { usePermission } from "../../../kit/permission.tsx";
import { errorMessage } from "../../../lib/api-error.ts";
import { CrumbLink } from "../../../kit/links.tsx";
import { FilterSelect } from "../../../kit/list/list-filters.tsx";
import { NothingFits, PagedList } from "../../../kit/list/paged-list.tsx";
import { usePages } from "../../../kit/list/use-pages.ts";
import { type Outputs, trpc } from "../../../lib/trpc.ts";
import { Alert } from "../../../ui/alert.tsx";
import { Button } from "../../../ui/button.tsx";
import { DataTable, type DataTableColumn } from "../../../ui/data-table.tsx";
import { Time } from "../../../ui/moment.tsx";
import { Page, PageHead } from "../../../ui/page.tsx";
import { toast } from "../../../ui/toast-manager.ts";
import { Text } from "../../../ui/typography.tsx";
import type { MailSearch } from "../searches.ts";

const statusWords: Record<MailStatus, string> = { waiting: "Waiting", sent: "Sent", refused: "Refused", failed: "Given up" };
const statuses = Object.entries(statusWords).map(([value, label]) => ({ value, label }));

type Mail = Outputs["admin"]["mails"]["items"][number];

const columns: DataTableColumn<Mail>[] = [
  { id: "date", head: "Date", kind: "meta", cell: ({ createdAt }) => <Time at={createdAt} shape="minute" /> },
  { id: "subject", head: "Subject", kind: "title", wraps: true, cell: (mail) => <Subject mail={mail} /> },
  { id: "to", head: "To", kind: "sub", cell: ({ to }) => to },
  { id: "status", head: "Status", kind: "status", cell: (mail) => <Outcome mail={mail} /> },
];

function Subject({ mail: { subject, lastError } }: { mail: Mail }) {
  return (
    <>
      {subject}
      {lastError !== null && (
        <Text as="div" size="note" muted>
          {lastError}
        </Text>
      )}
    </>
  );
}

function Outcome({ mail: { _id, status, tries, canResend, resendProblem } }: { mail: Mail }) {
  const mayAct = usePermission("manager");
  const resend = trpc.admin.resendMail.useMutation({
    onError: (error) => toast.failure(errorMessage(error)),
  });
  return (
    <>
      {statusWords[status]}
      {tries > 1 && `, ${tries} tries`}
      {canResend && mayAct && (
        <Button size="small" busy={resend.isPending} onClick={() => resend.mutate({ mailId: _id })}>
          Send again
        </Button>
      )}
      {resendProblem !== null && (
        <Text as="div" size="note" muted>
          {resendProblem}
        </Text>
      )}
    </>
  );
}

interface MailsProps {
  search: MailSearch;
  onFilter: (filter: MailSearch) => void;
}

/** Lists mails, newest first: sent, waiting, and refused by the mail server. */
export function Mails({ search: { status }, onFilter }: MailsProps) {
  const pages = usePages(trpc.admin.mails, { status: status ?? "all" });
  const isConfigured = pages.data?.pages[0]?.isConfigured ?? true;
  return (
    <Page>
      <PageHead crumb={<CrumbLink to="/admin/settings">Settings</CrumbLink>} title="Emails" />
      {!isConfigured && (
        <Alert tone="waiting" title="No mail server is configured">
          Emails wait here, and are dropped after two days. Set SMTP_URL and MAIL_FROM to have them sent.
        </Alert>
      )}
      <FilterSelect label="Status" all="All" options={statuses} value={status} onChange={(next) => onFilter({ status: statusOf(next) })} />
      <PagedList
        compact
        pages={pages}
        noun="mail"
        failed="Failed to load the emails"
        empty={
          <NothingFits filter={{ status }} onClear={() => onFilter({ status: undefined })} none="No email has been written yet.">
            No email has this status.
          </NothingFits>
        }
      >
        {(mails) => <DataTable dense sticky cards="wide" caption="Emails" columns={columns} rows={mails} rowKey={({ _id }) => _id} />}
      </PagedList>
    </Page>
  );
}

function statusOf(value: string | undefined): MailStatus | undefined {
  return value === "waiting" || value === "sent" || value === "refused" || value === "failed" ? value : undefined;
}
