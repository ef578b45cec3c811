import { createFileRoute } from "@tanstack/react-router";
import { safePath } from "@hearth/domain/redirect";
import { searchOf, text, yesOrNo } from "../../lib/search.ts";
import { prefetchMerchants } from "../../features/enrollment/late-merchant-lists.ts";
import { Enrollment } from "../../features/enrollment/enrollment.tsx";
import { prefetch } from "../../lib/server.ts";
import { useTitle } from "../../lib/use-title.ts";

export const Route = createFileRoute("/_consumer/enrollment")({
  /** `edit` opens the form for an enrolled account. `from` is the path to continue to. */
  validateSearch: searchOf({ edit: yesOrNo, from: text() }),
  loader: () => {
    prefetch(({ utils }) => utils.auth.me.prefetch());
    prefetchMerchants("activeMerchants");
  },
  component: EnrollmentPage,
});

function EnrollmentPage() {
  useTitle("Enrollment");
  const { edit = false, from } = Route.useSearch();
  const navigate = Route.useNavigate();
  return (
    <Enrollment
      edit={edit}
      onEdit={() => void navigate({ search: (current) => ({ ...current, edit: true }) })}
      onDone={() => void navigate({ href: safePath(from, "/payment") })}
    />
  );
}
