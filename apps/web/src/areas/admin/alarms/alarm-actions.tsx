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
  const utils = trpc.useUtils();
  const mayAct = usePermission("manager");
  const after = (failed: string) => ({
    onSuccess: () => utils.admin.alarms.invalidate(),
    onError: (error: unknown) => toast.failure(errorMessage(error, failed)),
  });
  const takingBack = (takeBack: () => Promise<unknown>) =>
    undoAction(async () => {
      await takeBack();
      await utils.admin.alarms.invalidate();
    });
  const acknowledge = trpc.admin.acknowledgeAlarm.useMutation({
    ...after("The alarm could not be acknowledged"),
    onSuccess: async (acknowledgedAlarm) => {
      await utils.admin.alarms.invalidate();
      // Some alarms end when acknowledged, and cannot be reopened
      const undo = acknowledgedAlarm.clearedAt === null ? takingBack(() => trpcClient.admin.releaseAlarm.mutate({ alarmId })) : undefined;
      toast.success("The alarm is acknowledged", undo);
    },
  });
  const release = trpc.admin.releaseAlarm.useMutation(after("The alarm could not be given back"));
  const end = trpc.admin.endSilence.useMutation(after("The silence could not be ended"));
  const silence = trpc.admin.silenceAlarm.useMutation({
    ...after("The alarm could not be silenced"),
    onSuccess: async (_, { hours }) => {
      await utils.admin.alarms.invalidate();
      toast.success(
        `The alarm is silenced ${lengths[hours]}`,
        takingBack(() => trpcClient.admin.endSilence.mutate({ alarmId })),
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
