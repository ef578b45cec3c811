import { formatUsd } from "@hearth/domain/money";
import { Scale } from "lucide-react";
import { whoActsNext } from "../../../features/disputes/next-step.ts";
import { centsOf } from "../../../kit/cents.ts";
import { TextLink } from "../../../kit/links.tsx";
import { overlayState } from "../../../lib/close-over.ts";
import type { Outputs } from "../../../lib/trpc.ts";
import { Alert } from "../../../ui/alert.tsx";

/** Lists open disputes: what each is about, and who acts next. */
export function OpenDisputes({ disputes }: { disputes: Outputs["disputes"]["list"]["items"] }) {
  return disputes.map((dispute) => (
    <Alert key={dispute._id} icon={Scale} title={`You dispute ${formatUsd(centsOf(dispute.amount))} of ${dispute.paymentId.description}`}>
      {whoActsNext(dispute)}{" "}
      <TextLink to="/dashboard" search={{ payment: dispute.paymentId._id }} state={overlayState} size="small">
        See the dispute
      </TextLink>
    </Alert>
  ));
}
