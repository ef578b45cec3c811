import type { Defect } from "./defect.ts";

const alarms = "apps/server/src/features/alarms";
const telling = `${alarms}/alarms.int.test.ts`;

/** What keeps an operator from hearing that something is wrong, or that it is over. */
export const alarming: Defect[] = [
  {
    name: "an alarm that was raised in silence is never told",
    file: `${alarms}/alarms.repo.ts`,
    find: "gt(alarmSilences.until, now)",
    plant: "gt(alarmSilences.until, new Date(0))",
    test: telling,
  },
  {
    name: "the pager hears that an alarm is over before it hears of it",
    file: `${alarms}/alarm-webhooks.repo.ts`,
    find: 'eq(first.status, "waiting"),',
    plant: 'eq(first.status, "failed"),',
    test: telling,
  },
  {
    name: "an alarm that the pager refused is taken for told",
    file: `${alarms}/call-webhook.ts`,
    find: "return answer.ok ? null",
    plant: "return answer.status > 0 ? null",
    test: telling,
  },
  {
    name: "alarms are told to the pager unsigned",
    file: `${alarms}/call-webhook.ts`,
    find: "new Webhook(secret).sign(id, at, body)",
    plant: 'new Webhook(secret).sign(id, at, "")',
    test: telling,
  },
];
