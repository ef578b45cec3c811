import { silenceHours } from "@hearth/domain/operations/alarms";
import { BellOff } from "lucide-react";
import { usePermission } from "../../../kit/permission.tsx";
import { errorMessage } from "../../../lib/api-error.ts";
import { type Outputs, trpc, trpcClient } from "../../../lib/trpc.ts";
import { undoAction } from "../../../kit/undo-action.ts";
import { Actions, Button } from "../../../ui/button.tsx";
import { Menu, MenuAction } from "../../../ui/menu.tsx";
import { toast } from "../../../ui/toast-manager.ts";

export type Alarm = Outputs["admin"]["alarms"]["items"][number];

const lengths: Record<(typeof silenceHours)[number], string> = {
  1: "for an hour",
  8: "for eight hours",
  24: "for a day",
  168: "for a week",
};

/** Buttons of an alarm: acknowledge or release it, and silence its key or end that. */
export function AlarmActions({ alarm: { _id: alarmId, message, clearedAt, acknowledged, silencedUntil } }: { alarm: Alarm }) {
  const mayAct = usePermission("manager");
  const after = { onError: (error: unknown) => toast.failure(errorMessage(error)) };
  const acknowledge = trpc.admin.acknowledgeAlarm.useMutation({
    ...after,
    onSuccess: (acknowledgedAlarm) => {
      // Some alarms end when acknowledged, and cannot be reopened
      const undo = acknowledgedAlarm.clearedAt === null ? undoAction(() => trpcClient.admin.releaseAlarm.mutate({ alarmId })) : undefined;
      toast.success("The alarm is acknowledged", undo);
    },
  });
  const release = trpc.admin.releaseAlarm.useMutation(after);
  const end = trpc.admin.endSilence.useMutation(after);
  const silence = trpc.admin.silenceAlarm.useMutation({
    ...after,
    onSuccess: (_, { hours }) => {
      toast.success(
        `The alarm is silenced ${lengths[hours]}`,
        undoAction(() => trpcClient.admin.endSilence.mutate({ alarmId })),
      );
    },
  });
  if (!mayAct) return null;
  return (
    <Actions>
      {clearedAt === null && acknowledged === null && (
        <Button
          size="small"
          aria-label={`Acknowledge: ${message}`}
          busy={acknowledge.isPending}
          onClick={() => acknowledge.mutate({ alarmId })}
        >
          Acknowledge
        </Button>
      )}
      {clearedAt === null && acknowledged !== null && (
        <Button size="small" aria-label={`Give back: ${message}`} busy={release.isPending} onClick={() => release.mutate({ alarmId })}>
          Give back
        </Button>
      )}
      {silencedUntil === null ? (
        <Menu
          trigger={
            <Button size="small" aria-label={`Silence: ${message}`} busy={silence.isPending}>
              Silence
            </Button>
          }
        >
          {silenceHours.map((hours) => (
            <MenuAction key={hours} icon={BellOff} onSelect={() => silence.mutate({ alarmId, hours })}>
              Silence {lengths[hours]}
            </MenuAction>
          ))}
        </Menu>
      ) : (
        <Button size="small" aria-label={`End silence: ${message}`} busy={end.isPending} onClick={() => end.mutate({ alarmId })}>
          End silence
        </Button>
      )}
    </Actions>
  );
}
