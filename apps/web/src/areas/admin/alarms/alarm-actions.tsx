import { silenceHours } from "@hearth/domain/operations/alarms";
import { BellOff } from "lucide-react";
import { usePermission } from "../../../kit/permission.tsx";
import { errorMessage } from "../../../lib/api-error.ts";
import { type Outputs, trpc, trpcClient } from "../../../lib/trpc.ts";
import { undoing } from "../../../kit/undoing.ts";
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

/** Says that one looks after an alarm, and silences its key or ends that. */
export function AlarmActions({ alarm: { _id: alarmId, message, clearedAt, acknowledged, silencedUntil } }: { alarm: Alarm }) {
  const utils = trpc.useUtils();
  const mayAct = usePermission("manager");
  const after = (failed: string) => ({
    onSuccess: () => utils.admin.alarms.invalidate(),
    onError: (error: unknown) => toast.failure(errorMessage(error, failed)),
  });
  const acknowledge = trpc.admin.acknowledgeAlarm.useMutation(after("The alarm could not be acknowledged"));
  const end = trpc.admin.endSilence.useMutation(after("The silence could not be ended"));
  const silence = trpc.admin.silenceAlarm.useMutation({
    ...after("The alarm could not be silenced"),
    onSuccess: async (_, { hours }) => {
      await utils.admin.alarms.invalidate();
      const undo = undoing(async () => {
        await trpcClient.admin.endSilence.mutate({ alarmId });
        await utils.admin.alarms.invalidate();
      });
      toast.success(`The alarm is silenced ${lengths[hours]}`, undo);
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
