import type postgres from "postgres";
import type { Deps } from "../deps.ts";
import { startHeartbeats } from "../jobs/heartbeats.ts";
import { startScheduledJobs } from "../jobs/scheduled-jobs.ts";

/** Fills the tables of an installation's operations: mails, relays, alarms and the job queue. Only a few rows are waiting, active or failed. */
export async function fillOperations(raw: postgres.Sql, deps: Deps): Promise<void> {
  const heartbeats = await startHeartbeats(deps);
  await (await startScheduledJobs(deps, { heartbeats })).stop(0); // makes the queue
  await heartbeats.stop();
  await raw.unsafe(`insert into mails (user_id, key, to_address, event, status, next_try_at, queued_at, sent_at)
    select (select id from users limit 1), 'mail ' || i, 'maya@example.com', '{"kind":"passwordChanged","canUndo":false,"at":"2026-11-01T12:00:00Z"}', case when i % 1000 = 0 then 'waiting' else 'sent' end,
      now(), now(), case when i % 1000 = 0 then null else now() end from generate_series(1, 10000) i`);
  await raw.unsafe(`insert into relays (payment_id, chain_id, from_address, to_address, usdc_units, valid_after, valid_before, nonce, signature, status, relayer_address)
    select id, chain_id, payee_address, payee_address, 1, 0, 1, binding, binding, case when number % 1000 = 0 then 'queued' else 'failed' end, payee_address
    from (select *, row_number() over () as number from payments) p`);
  await raw.unsafe(`insert into alarms (key, message, raised_at, last_seen_at, cleared_at)
    select 'alarm ' || i, 'Something', now(), now(), case when i % 1000 = 0 then null else now() end from generate_series(1, 10000) i`);
  await raw.unsafe(`insert into alarm_webhooks (alarm_id, turn, status, next_try_at)
    select id, 'raised', case when cleared_at is null then 'waiting' else 'sent' end, now() from alarms`);
  await raw.unsafe(`insert into pgboss.job (name, state, policy, completed_on)
    select name, (case when i % 50 = 0 then 'failed' else 'completed' end)::pgboss.job_state, 'singleton', now() - i * interval '1 minute'
    from pgboss.queue, generate_series(1, 2000) i`);
  await raw.unsafe("vacuum analyze"); // as autovacuum does, which the tests' server does not run
}
